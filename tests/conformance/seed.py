"""Puts one installed ability into a new home, as the last step of an installation leaves it: `seed.py HOME`.

For the conformance suite and the benchmark, which need a skill to read and no demonstration. The engine must not run.
"""

import json
import sqlite3
import sys

home = sys.argv[1]
slug = "make-tea"
ability_id = f"ability_{slug}"
text = (
    "---\nname: make-tea\ndescription: Makes tea. Use when somebody is thirsty.\n---\n\n# Make tea\n\n## Checkpoints\n\n"
    "1. **The water boils** (`cp-01`)\n   Verify: There is steam.\n"
    "2. **The tea draws** (`cp-02`)\n   Verify: The water turns brown.\n"
    "3. **The cup is full** (`cp-03`)\n   Verify: Nothing fits in any more.\n"
)
an_id = "01900000-0000-7000-8000-000000000001"
now = "2026-01-01T00:00:00Z"
entry = {
    "ability_id": ability_id, "title": "Make tea", "family": "kitchen", "source": "learned", "skill_slug": slug,
    "primary_capability_id": f"capability_{slug}",
    "install_lane": "experimental_private", "enabled": True, "usable_now": True, "trigger_phrases": ["make tea"],
    "negative_triggers": [], "aliases": [], "project_scopes": [], "preferred_control_surfaces": [], "support_pack_refs": [],
    "schema_version": 1,
}
saga = {
    "saga_id": an_id, "proposal_id": an_id, "learn_session_id": None, "ability_id": ability_id, "slug": slug,
    "lane": "experimental_private", "status": "done", "step": "availability", "fingerprint": "f", "canonical": {},
    "bundle": {"SKILL.md": text}, "ability": entry, "targets": [], "retired": [], "correlation_id": an_id, "failure": None,
    "created_at": now, "updated_at": now,
}
checkpoints = [
    {"checkpoint_id": f"cp-0{n}", "goal": goal, "success_condition": "It can be seen.", "order_hint": n, "optional": False}
    for n, goal in enumerate(["The water boils", "The tea draws", "The cup is full"], 1)
]
standing = {"checkpoints": checkpoints}
record = {"entry": entry, "proposal_id": None, "created_at": now, "updated_at": now, "standing": standing}
with sqlite3.connect(f"{home}/apprentice.db") as database:
    database.execute(
        "INSERT INTO abilities (ability_id, slug, lane, body) VALUES (?, ?, ?, ?)",
        (ability_id, slug, "experimental_private", json.dumps(record)),
    )
    database.execute(
        "INSERT INTO install_sagas (saga_id, proposal_id, ability_id, status, created_at, body) VALUES (?, ?, ?, 'done', ?, ?)",
        (an_id, an_id, ability_id, now, json.dumps(saga)),
    )
