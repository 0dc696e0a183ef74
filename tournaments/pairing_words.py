"""What the director chooses from when a round is paired: systems and their options, in words."""

from django.utils.translation import gettext_lazy, pgettext_lazy

from tournaments.engine.pairing import System

#: Each system with a line that says what it does.
SYSTEM_CHOICES = [
    (
        System.SWISS.value,
        gettext_lazy("Swiss – equal scores meet, top half against bottom half, no repeats if possible"),
    ),
    (System.AUTO.value, gettext_lazy("Automatic – round robins if they fit, otherwise opening, Swiss, then COP")),
    (System.COP.value, gettext_lazy("COP – plays the rest of the event out 100,000 times and pairs for the prizes")),
    (System.CHEW.value, gettext_lazy("Chew – contenders for the prizes meet those who can still catch them")),
    (System.KOTH.value, gettext_lazy("King of the hill – 1 v 2, 3 v 4 …")),
    (System.QOTH.value, gettext_lazy("Queen of the hill – 1 v 3, 2 v 4 …")),
    (System.FINALS.value, gettext_lazy("Finals – king of the hill for the open prizes, then for those of each class")),
    (System.ROUND_ROBIN.value, gettext_lazy("Round robin – everybody meets everybody")),
    (System.INTERLEAVED.value, gettext_lazy("Interleaved round robin – odd seeds meet even seeds")),
    (System.TEAM_ROUND_ROBIN.value, gettext_lazy("Team round robin – everybody meets everybody of the other teams")),
    (System.TEAM_MATCHES.value, gettext_lazy("Team matches – team against team, board by board")),
    (System.FONTES.value, gettext_lazy("Initial Fontes – opening rounds in small groups of mixed strength")),
    (System.FACTOR.value, gettext_lazy("Factor – 1 v 1+f, 2 v 2+f …")),
    (System.QUARTILE.value, gettext_lazy("Quartiles – quarter against quarter, by lot")),
    (System.AUSTRALIAN.value, gettext_lazy("Australian draw – from the top, each meets the highest not met yet")),
    (System.QUICK.value, gettext_lazy("By rating – nearest ratings meet, who has waited meets a wider range")),
    (System.RANDOM.value, gettext_lazy("By lot – repeats avoided")),
    (System.ELIMINATION.value, gettext_lazy("Knock-out – a seeded bracket; all others play beside it")),
    (System.DOUBLE_ELIMINATION.value, gettext_lazy("Double knock-out – two lost matches put a player out")),
    (System.PACKAGE.value, gettext_lazy("Packaged schedule – a whole event by the name of its schedule")),
]
ORDERS = [
    ("halves", gettext_lazy("top half against bottom half")),
    ("adjacent", gettext_lazy("neighbours")),
    ("fold", gettext_lazy("first against last")),
]
QUARTERS = [("2", gettext_lazy("1–2, 3–4")), ("3", gettext_lazy("1–3, 2–4")), ("4", gettext_lazy("1–4, 2–3"))]
SPLITS = [
    ("teams", gettext_lazy("the players' teams")),
    ("halves", gettext_lazy("top and bottom half of the seeding")),
    ("odd_even", gettext_lazy("odd and even seeds")),
]
PACKAGES = [
    ("nast", "NAST"),
    ("guelph", "Guelph"),
    ("green", "Green"),
    ("basd", "Big Apple Showdown"),
    ("chew", "Chew"),
    ("bracket", gettext_lazy("Chew, then a knock-out from its first round on")),
]
BYES = [
    ("bottom_up", gettext_lazy("fewest byes, then the lowest placed")),
    ("top_down", gettext_lazy("fewest byes, then the best placed")),
    ("always_bottom", gettext_lazy("the lowest few by turns")),
    ("german", gettext_lazy("as many from the bottom as rounds are left")),
]
STARTS = [
    ("balance", gettext_lazy("balanced")),
    ("coin", gettext_lazy("by lot")),
    ("draw", gettext_lazy("the players draw at the table")),
]
BESIDE = [("swiss", gettext_lazy("Swiss")), ("koth", pgettext_lazy("pairing system", "king of the hill"))]
TEAM_SYSTEMS = [
    ("swiss", gettext_lazy("Swiss")),
    ("round_robin", gettext_lazy("round robin")),
    ("koth", pgettext_lazy("pairing system", "king of the hill")),
    ("qoth", gettext_lazy("queen of the hill")),
    ("australian", gettext_lazy("Australian draw")),
    ("random", gettext_lazy("by lot")),
]
