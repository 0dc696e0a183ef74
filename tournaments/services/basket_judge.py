"""The word judge of a Word Basket division: is the word legal where it was said, and is it a noun.

Only "illegal" follows from the rules; whether a proper name or a word that no list has counts is for the players.
"""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.engine.wordbasket.cards import FACES, BadCardError, Card, read_card
from games.engine.wordbasket.rules import HANDICAPS, Handicap, RuleSet
from lexicon.engine.kana import BadKanaError
from lexicon.engine.shiritori import Demand, Judgement, Verdict, judge, read_word
from lexicon.models import LexiconVersion, Ruling
from lexicon.nouns import listings_of
from lexicon.services.rulings import Verdict as LoggedVerdict
from lexicon.services.rulings import VerdictEntry, log_verdict, ruling_with
from tournaments.errors import NotOpenError, NotReadyError, TournamentError
from tournaments.models import Event, Game, Seat
from tournaments.services.challenge_wording import fined
from tournaments.services.challenges import same_again
from tournaments.services.judge_desks import Desk, at_game, division_scope, game_scope, place_of, refuse_idle, seat_at
from tournaments.services.rules import basket_rules_of

RULE = "word-basket"
MAX_TYPED = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class BasketChallengeInput:
    """A word put to the judge: as said, the basket's letter or card ("": any letter), the card thrown ("": not looked at), whether it
    was the player's last, and the player's handicap (a key of ``HANDICAPS``). ``pairing_id``: the game that a table's page was made for."""

    word: str
    client_token: str
    basket: str = ""
    card: str = ""
    last_card: bool = False
    handicap: str = "even"
    seat_id: int | None = None
    pairing_id: int | None = None


@dataclass(frozen=True, slots=True)
class BasketQuestion:
    """The same, read: letters that the word may begin with, and the card."""

    begins: str
    card: Card | None


def spelt(word: str) -> str:
    """A word as typed, in kana. Raises TournamentError for what cannot be read."""
    try:
        return read_word(word[:MAX_TYPED])
    except BadKanaError:
        raise TournamentError(_("Type the word that was said, in kana or Latin letters."), code="word") from None


def read_question(data: BasketChallengeInput) -> BasketQuestion:
    """The basket and the card. Raises TournamentError that says what can be typed."""
    spelt(data.word)
    if data.handicap not in HANDICAPS:
        raise TournamentError(_("There is no such level. Choose again."), code="handicap")
    return BasketQuestion(_begins(data.basket.strip()), _card(data.card.strip()))


def _begins(text: str) -> str:
    """The letters that the basket asks for: one, or a row for a wild line on top."""
    if not text:
        return ""
    card = _card(text)
    if card is None or not FACES[card].ends:
        raise TournamentError(_("Type the basket as a letter, such as か, or a row, such as か*."), code="basket")
    return FACES[card].ends


def _card(text: str) -> Card | None:
    if not text:
        return None
    try:
        found = read_card(text)
    except BadCardError:
        found = None
    if found is None or found not in FACES:
        raise TournamentError(
            _("There is no card “%(card)s”. Cards are か, か* for a row, 5, 6 or 7+.") % {"card": text[:10]},
            code="card",
        )
    return found


def judge_word(rules: RuleSet, version: LexiconVersion, data: BasketChallengeInput) -> Judgement:
    """The verdict with its reasons. Raises TournamentError, LexiconUnavailableError."""
    asked = read_question(data)
    given = rules.even if data.handicap == "even" else HANDICAPS[data.handicap]
    demand = _demand(asked, given, last=data.last_card)
    return judge(data.word, demand, dictionary=listings_of(version), rules=rules.link)


def _demand(asked: BasketQuestion, handicap: Handicap, *, last: bool) -> Demand:
    least = handicap.last_letters if last else handicap.min_letters
    if asked.card is None:
        return Demand(begins=asked.begins, min_letters=least)
    face = FACES[asked.card]
    return Demand(begins=asked.begins, ends=face.ends, min_letters=least, exactly=face.exactly, card_least=face.least)


def rule_word(*, desk: Desk, data: BasketChallengeInput) -> Ruling:
    """Judge a word and log it; the same token again is the same ruling.

    Raises TournamentError (nothing was judged or logged), NotReadyError, NotOpenError, LexiconUnavailableError.
    """
    desk = at_game(desk, data.pairing_id)
    division, event = desk.division, desk.division.event
    known = ruling_with(event.club, data.client_token)
    if known is not None:
        return same_again(known, 1, desk)
    version = division.lexicon_version
    if version is None:
        raise NotReadyError(_("No dictionary is set for this division."))
    refuse_idle(desk)
    if event.state != Event.State.RUNNING:
        raise NotOpenError(_("“%(event)s” is not in play right now.") % {"event": event})
    if division.game != Game.WORDBASKET:
        raise TournamentError(_("This division does not play Word Basket."), code="game")
    rules = basket_rules_of(division)
    seat = seat_at(desk, data.seat_id)
    game = seat.pairing if seat else desk.pairing
    found = judge_word(rules, version, data)
    entry = VerdictEntry(
        scope=game_scope(game) if game else division_scope(division),
        place=place_of(division, game),
        version=version,
        rule=RULE,
        verdict=LoggedVerdict((found.word,), found.verdict is not Verdict.ILLEGAL),
        consequence=consequence(found),
        client_token=data.client_token,
        challenger=_name(seat),
        outcome={**found.as_dict(), "game": RULE, **_asked(data, rules)},
    )
    return log_verdict(club=event.club, entry=entry, official=desk.official)


def _asked(data: BasketChallengeInput, rules: RuleSet) -> dict[str, object]:
    """What the verdict rests on, besides the word."""
    return {
        "basket": data.basket.strip(),
        "card": data.card.strip(),
        "last_card": data.last_card,
        "handicap": data.handicap,
        "options": rules.options(),
    }


def _name(seat: Seat | None) -> str:
    return seat.entry.name if seat else ""


def consequence(found: Judgement) -> str:
    """What follows, for the table."""
    if found.verdict is Verdict.ILLEGAL:
        return fined()
    if found.verdict is Verdict.COMMON_NOUN:
        return _("The card stays.")
    return _("If the players do not accept the word, the card goes back and its player draws one more.")
