"""Whether a record that was brought in is still the one that was checked then."""

from __future__ import annotations

from chalicelib.matches import proof, records
from chalicelib.matches.errors import InvalidRecordError, RecordNotFoundError, UnreadableMatchError
from chalicelib.players.ports import Env, NewerFormatError
from infra.admin.flaws import Flaw
from infra.admin.tables import partition


def flaw_of(env: Env, name: str) -> Flaw | None:
    """The first flaw of the record of this id, or None. Raises StoreError."""
    try:
        record = records.kept(env, name)
        if records.record_id(record) != name:
            return Flaw(None, "id", "it is not the id of what stands there", name, records.record_id(record))
        proof.check(env.games, record)
    except RecordNotFoundError:
        return None  # taken back meanwhile
    except InvalidRecordError as error:
        return Flaw(error.ply or None, "record", error.message)
    except (UnreadableMatchError, NewerFormatError) as error:
        return Flaw(None, "record", str(error))
    except Exception as error:  # noqa: BLE001 - the rules may stumble over a record that nobody let in
        return Flaw(None, "record", f"it cannot be replayed ({type(error).__name__})")
    return _counted(env, name)


def _counted(env: Env, name: str) -> Flaw | None:
    """Whether as many people brought it in as it says: the last who takes it back takes it away."""
    key = records.record_key(name)
    items = list(partition(env.store, key.partition))
    people = next((item.body.get("people") for item in items if item.key == key), None)
    bringers = sum(item.kind == records.BRINGER.kind for item in items)
    if people in (None, bringers):
        return None
    return Flaw(None, "people", "so many have not brought it in", people, bringers)
