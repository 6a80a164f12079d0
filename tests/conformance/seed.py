"""Puts one installed ability into a new home, as the last step of an installation leaves it: `seed.py HOME`. With `seed.py HOME lesson`
also a session whose proposal waits for its review.

For the conformance suite, the benchmark and the check of the API, which need something to read and no demonstration. The engine must
not run.
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


def lesson(database):
    """Ids are fixed: the proposal has that of its session with a 2 at the end, its meaning one with a 3."""
    session, proposal, meaning = (f"01900000-0000-7000-8000-00000000200{n}" for n in (1, 2, 3))
    times = {"created_at": now, "schema_version": 1}
    taught = {
        "learn_session_id": session, "entry_mode": "demonstrating_skill", "observation_mode": "outside_agent",
        "build_policy": "build_then_review", "execution_mode": "guided", "target_kind": "new_skill", "state": "ready_for_review",
        "actor_mode": "user_driven", "proposal_id": proposal, "interpretation_id": meaning, "updated_at": now, **times,
    }
    drafted = {
        "proposal_id": proposal, "learn_session_id": session, "interpretation_id": meaning, "source_trace_ids": [], "title": "Pour milk",
        "proposed_skill_slug": "pour-milk", "trigger_phrases": ["pour milk"], "negative_triggers": [], "draft_skill_path": "",
        "draft_manifest_path": "", "proposal_state": "ready_for_review", "install_lane": "pending", "support_pack_refs": [],
        "revision": 1, "updated_at": now, **times,
    }
    draft = {
        "description": "Pours milk. Use when somebody asks for milk.", "skill_md": text.replace("make-tea", "pour-milk"),
        "skill_md_edited": False, "graph": {"nodes": [], "edges": [], "variables": []}, "checkpoints": checkpoints, "questions": [],
        "answers": [], "lint": {"findings": []},
    }
    meant = {
        "interpretation_id": meaning, "learn_session_id": session, "title": "Pour milk", "goal_summary": "The cup is white.",
        "use_conditions": [], "non_use_conditions": [], "project_scope": "global", "preferred_control_surfaces": [],
        "success_conditions": [], "user_confirmed": True, **times,
    }
    database.execute(
        "INSERT INTO sessions (session_id, state, holds_slot, created_at, updated_at, body) VALUES (?, 'ready_for_review', 1, ?, ?, ?)",
        (session, now, now, json.dumps({"session": taught, "start_url": None, "allow_private_install": True, "ended_at": None})),
    )
    database.execute(
        "INSERT INTO proposals (proposal_id, session_id, slug, state, created_at, body) VALUES (?, ?, 'pour-milk', 'ready_for_review', ?, ?)",
        (proposal, session, now, json.dumps({"proposal": drafted, "draft": draft})),
    )
    database.execute(
        "INSERT INTO interpretations (interpretation_id, session_id, body) VALUES (?, ?, ?)", (meaning, session, json.dumps(meant))
    )


if sys.argv[2:] == ["lesson"]:
    with sqlite3.connect(f"{home}/apprentice.db") as database:
        lesson(database)
