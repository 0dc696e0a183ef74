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
    "da": """
        AD AF AH AL AN AR AT AV BI BO BY BÆ DA DE DI DO DU DY DÅ DØ ED EG EJ EL EN ER ET FE FY FÅ FÆ
        GI GO GU GÅ GØ HA HI HU HØ ID IL IR IS JA JO KO KØ LA LE LI LO LY LÅ LÆ MI MÅ MØ NI NU NY NÅ
        NÆ OD OG OH OM OP OS PI PY PÅ RE RI RO RU RY RÅ SE SI SO SY SÅ SØ TE TI TO TY TÅ TØ UD UF UH
        UR VE VI VY YD ÅD ÅG ÅL ÅR ÅS ÆG ÆH ÆT ØF ØG ØH ØL ØM ØR ØS
    """,
    "no": """
        AD AH AI AL AN AR AT AU AV BE BI BO BU BY BØ DA DE DO DU DØ ED EI EN ER ET FE FU FY FÅ FØ GI
        GÅ HA HE HI HO HÅ IL IS JA JO KU KØ LA LE LI LO LY LØ MO MÅ NI NU NY NÅ OG OM OR OS PI PÅ RA
        RE RI RO RU RY RÅ SA SE SI SU SY SÅ TA TE TI TO TY TÅ TØ UR UT VE VI VY YR ÅK ÅL ÅR ÅS ÅT ÆR
        ØL ØR ØS ØY
    """,
    "sv": """
        AD AH AJ AL AN AR AS AV AX BE BI BO BU BY BÄ DE DI DU DY DÅ DÖ ED EJ EK EL EN ER FE FY FÄ FÅ
        GE GO GÅ HA HO HU HY HÅ HÖ ID IL IN IS JA JO JU KO KÖ LA LE LO LY LÄ MO MU MÅ MÖ NI NU NY NÄ
        NÅ OB OH OJ OM OR OS PI PÅ RO RÅ SA SE SI SO SY SÅ TA TE TU TY TÅ TÖ UR UT UV VA VE VI VY YL
        YR ÄR ÄT ÅH ÅK ÅL ÅR ÅS ÅT ÖH ÖL ÖM ÖN ÖS
    """,
    "pt": """
        AH AI AO AR AS BE CA CU DA DE DO EH EM EU EX FA FE HA IA IR JA LA LI LO MA ME MI MO NA NO NU
        OH OS OU PA PE PI PO RA RE RI RO SE SI SO TA TE TI TO TU UI UM VA VE VI XA XI ZE
    """,
    "cs": """
        AH AU AČ AŤ AŽ BA BU BY BÚ CO DO DU DÁ DÍ FA FU FY HA HI HO HU HY HÝ JE JI JO JÁ JÍ JÓ KE KU
        KÝ LA LI MI MU MY MÁ MÉ MÍ MĚ NA NE NI NO NU NÓ OB OD OJ ON OS PA PO PÍ RE SE SI TA TI TO TU
        TY TÉ TÚ TĚ UM UČ UŽ VE VY VÍ ZA ZE ÓD ÚD ÚL ČI ČÍ ŽE
    """,
    "sk": """
        AH AJ AK AS AU AŽ BA BU BY BÚ DO DÁ EH EJ HA HO HU IM JA JE JU KU KÝ LA MA MI MU MY MÁ MÚ NA
        NE NI NO OD OH OJ ON OS PA PO PÍ RE SA SI SO SÚ TA TI TO TU TY TÁ TÍ TÚ UM UČ UŽ VO VY ZA ZE
        ZO ÓD ÚD ČI ČO ŽE
    """,
    "sl": """
        AH AR AS BI BO DA DE DO EH EN GA GO HA HI HO IN IZ JE JI JO JU KI KO LE ME MI MU NA NE NI NO
        OB OD OH OJ ON OS PA PO SE SI SO TA TE TI TO TU UD UH UK UM UP UR UŠ VE VI ZA ČE ŠE ŽE
    """,
    "ro": """
        AC AD AH AI AL AM AN AR AS AU AX BA BI CA CE CI CU DA DE DO DU EA EI EL EU EX FA FI FU HA HE
        HI HO IA IE IL IN IS IZ LA LE LI MA MI NE NI NU OA OF OH OI OM OR OS OU PE PI RE SA SE SI SU
        TA TE TI TU UD UI UN UZ VA VI XI ZI
    """,
    "es": """
        AB AD AH AJ AL AN AS AX AY BE BU CA CE CO CU DE DI DO EA EH EL EN ES ET FA FE FU GE HA HE HI HU IN IR
        JO LA LE LO ME MI MU NI NO OH OS OX PE PI PU RE RO SE SI SO SU TA TE TI TO TU UF UN UT VE XI YA YE YO
        ZA ÑA ÑO ÑU
    """,
    "hu": """
        AD AZ BE EB ED EL ÉG ÉK ÉL ÉN ÉP ÉR ÉS ÉV FA FI FŐ FÚ FŰ HA HÁ HE HÓ HŐ IN ÍR ÍV JÓ KÁ KI KŐ KÓ LE
        LÉ LÓ LŐ MA MÁ MI MŰ NE NÉ NI NO NŐ NÓ OK ÓL ÓN ŐK ŐR ŐS ÖL ÖT ÖV RÁ RE RÉ RÓ SE SÓ SÍ SŐ TE TÉ TŐ
        TÓ TÚ TŰ UR ÚR ÚT ÜL ÜT ŰR ŰZ VÁ VE ZÁ
    """,
    "eu": """
        AI BA BI DA DU EH EI EN ET EZ GA GU HI HO ID IN JA JO LO LU NI NO OI ON OR PE PI PU SU TA UR US ZE ZU
    """,
    "fi": """
        AH AI EI EN ET HE HÄ JA JO ME NE NO OH OI ON SE SÄ TE UH YÖ ÄH
    """,
    "tr": """
        AB AÇ AD AF AĞ AH AK AL AN AR AS AŞ AT AV AY AZ BE BU DA DE EH EK EL EM EN ER ES EŞ ET EV EY FA HA HE
        İÇ İL İM İN İP İS İŞ İT İZ Kİ LA MI Mİ MU MÜ NE OF OH OK OL ON OT OY ÖÇ ÖD ÖF ÖN ÖZ RE Sİ SU ŞU UÇ UD
        UF UN UR US UT UZ ÜÇ ÜN ÜS VE YA ZE
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
