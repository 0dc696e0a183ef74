"""Two-letter words, entered by hand: the lists made for games leave them out, and those of spell checkers mix them with
initials, units and abbreviations. Common words of each language that its general dictionaries hold; a club adds its own.
"""

from collections.abc import Mapping
from types import MappingProxyType

_WORDS = {
    "de": """
        AA AB AH AI AM AN AR AS AU BI BÖ DA DU EH EI ER ES EX FA GO HA HE HI HM HO HU IM IN JA JE JO LA MI MY
        NA NE NO NU NY NÖ OB OD OH OM PI SI SO UH UI UM UR UT WO XI ZU ÄH ÄS ÖD ÖL
    """,
    "fr": """
        AA AH AI AN AS AU AY BI BU CA CE CI DA DE DO DU EH EN ES ET EU EX FA FI GO HA HE HI HO IF IL IN JE KA
        LA LE LI LU MA ME MI MU NA NE NI NO NU OC OH OM ON OR OS OU PI PU RA RE RI RU SA SE SI SU TA TE TU UN
        US UT VA VE VS VU WU XI
    """,
    "it": """
        AD AH AI AL BE CE CI DA DI DO ED EH EI EX FA FU HA HO IL IN IO LA LE LI LO MA ME MI NE NO OD OH OR PI
        RE RO SA SE SI SO SU TE TI TU UH UN UT VA VE VI VO
    """,
    "nl": """
        AF AH AI AL AS AU BI BO DE DO EB EG EI EL EN ER ES EX FA GA GE GO HA HE HI HO HU IK IN IS JA JE JU KA
        LA ME MI NA NU OF OH OM OP OS PI RA RE SI TE UI UK UP UT UW WA WE XI ZE ZO
    """,
    "pl": """
        AA AJ AL AR AS AT AU AŻ BA BE BI BO BY CI CO DA DO EF EH EJ EL EM EN ER ES ET FA FE FI FU GO GĘ HA HE
        HM HO HU ID IM IŻ JA JE JĄ KA KI KU LA LI MA ME MI MU MY NA NI NO NY OD OH OJ OM ON OP OR OS OT OŚ PA
        PE PI PO RE SE SI SĄ TA TE TO TU TY TĄ TĘ UD UF UL UT WE WU WY ZA ZE ÓD ÓS ÓW ŻE
    """,
    "es": """
        AB AD AH AJ AL AN AS AX AY BE BU CA CE CO CU DE DI DO EA EH EL EN ES ET FA FE FU GE HA HE HI HU IN IR
        JO LA LE LO ME MI MU NI NO OH OS OX PE PI PU RE RO SE SI SO SU TA TE TI TO TU UF UN UT VE XI YA YE YO
        ZA ÑA ÑO ÑU
    """,
    "ca": """
        AH AI AL AU BE BO CA DE DO DU EH EI EL EM EN ES ET FA FE FI HA HE HI HO JA JO LA LI MA ME MI MU NA NI
        NO NU OH OI OM ON OR OS PA PE PI RE RI SA SE SI SO TA TE TO TU UF UI UN US UT VA VE VI XA XI ÇO
    """,
    "el": """
        ΑΙ ΑΝ ΑΣ ΑΧ ΓΗ ΔΕ ΕΞ ΖΩ ΘΑ ΜΑ ΜΕ ΜΗ ΜΙ ΜΟ ΜΥ ΝΑ ΝΙ ΞΙ ΟΙ ΟΧ ΠΙ ΠΩ ΡΕ ΡΟ ΣΕ ΣΙ ΤΑ ΤΗ ΤΙ ΤΟ ΦΑ ΦΙ ΧΑ ΧΙ
        ΨΙ ΩΣ ΩΧ
    """,
}

#: By language.
TWOS: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {language: tuple(words.split()) for language, words in _WORDS.items()}
)
