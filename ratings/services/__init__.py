"""Everything that changes ratings: writing to a pool's ledger, and recomputing the ratings from it."""

from ratings.queries.players import same_person
from ratings.services.compute import RatingMove, preview_ratings
from ratings.services.importing import ImportPreview, import_list, list_problem, preview_import
from ratings.services.ledger import (
    LedgerError,
    finalize_event,
    open_event,
    record_result,
    record_results,
    reopen_event,
    void_result,
)
from ratings.services.office import request_check, run_check
from ratings.services.official import publish_list
from ratings.services.openings import (
    Opening,
    change_opening,
    clear_opening_rating,
    set_opening_rating,
    set_opening_ratings,
)
from ratings.services.people import anonymise_player, merge_players, move_result, undo_merge
from ratings.services.pools import Accepted, Offer, accepted_by, change_accepted, create_pool, refusals
from ratings.services.recompute import (
    check_pool,
    enqueue_stale_pools,
    find_stale_pools,
    recompute_pool,
)
from ratings.services.tables import RatedTable, record_match, record_table, void_table

__all__ = [
    "Accepted",
    "ImportPreview",
    "LedgerError",
    "Offer",
    "Opening",
    "RatedTable",
    "RatingMove",
    "accepted_by",
    "anonymise_player",
    "change_accepted",
    "change_opening",
    "check_pool",
    "clear_opening_rating",
    "create_pool",
    "enqueue_stale_pools",
    "finalize_event",
    "find_stale_pools",
    "import_list",
    "list_problem",
    "merge_players",
    "move_result",
    "open_event",
    "preview_import",
    "preview_ratings",
    "publish_list",
    "recompute_pool",
    "record_match",
    "record_result",
    "record_results",
    "record_table",
    "refusals",
    "reopen_event",
    "request_check",
    "run_check",
    "same_person",
    "set_opening_rating",
    "set_opening_ratings",
    "undo_merge",
    "void_result",
    "void_table",
]
