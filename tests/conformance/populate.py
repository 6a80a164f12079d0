"""Gives a running engine over a home of `seed.py HOME lesson` the rest of what its routes speak of, and says for schemathesis what there
is: `populate.py ADDRESS TOKEN`. A fuzzer that knows no id meets nothing but 404.
"""

import io
import json
import sys
import urllib.request
import zipfile

address, token = sys.argv[1:]


def ask(method, path, body=None, kind="application/json"):
    data = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
    headers = {"authorization": f"Bearer {token}", "content-type": kind}
    with urllib.request.urlopen(urllib.request.Request(address + path, data, headers, method=method), timeout=30) as answer:
        return json.load(answer)


def upload(slug):
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w") as bundle:
        bundle.writestr(f"{slug}/SKILL.md", f"---\nname: {slug}\ndescription: Does {slug}. Use when asked to.\n---\n\n# {slug}\n")
        bundle.writestr(f"{slug}/references/more.md", "More.\n")
    edge = b"--------------------populate"
    head = b'Content-Disposition: form-data; name="bundle"; filename="a.zip"\r\nContent-Type: application/zip\r\n\r\n'
    body = b"--" + edge + b"\r\n" + head + archive.getvalue() + b"\r\n--" + edge + b"--\r\n"
    answer = ask("POST", "/api/skills/import/uploads", body, f"multipart/form-data; boundary={edge.decode()}")
    return answer["import_id"], answer["temp_artifact"]["temp_artifact_ref"]


def scanned(slug):
    _, artifact = upload(slug)
    answer = ask("POST", "/api/skills/import/scan", {"source": "manual_upload", "temp_artifact_ref": artifact})
    return answer["import_record"]["import_id"]


# Where skills are installed to: the folder in the home that needs no agent.
settings = ask("GET", "/api/settings")["settings"]
ask("PUT", "/api/settings", settings | {"enabled_targets": ["sandbox"]})

categories = [ask("POST", "/api/categories", {"title": title})["category"]["category_id"] for title in ("Kitchen", "Office")]
ask("POST", f"/api/categories/{categories[0]}/assign", {"item_kind": "learned_ability", "item_id": "ability_make-tea"})

fresh, artifact = upload("just-uploaded")
imports = [fresh, scanned("only-scanned")]
for slug in ("to-be-reviewed", "to-be-installed"):
    imports.append(scanned(slug))
    ask("POST", "/api/skills/import/stage", {"import_id": imports[-1]})
ask("POST", "/api/skills/import/install-private", {"import_id": imports[-1]})
dispatch = ask("GET", "/api/abilities/skill?ability=ability_make-tea")["dispatch_id"]
report = {"ability_id": "ability_make-tea", "checkpoint_id": "cp-01", "status": "reached", "evidence": "Steam.", "dispatch_id": dispatch}
ask("POST", "/api/bridge/verify-checkpoint", report)
sessions = ["01900000-0000-7000-8000-000000002001"]
skills = [skill["path"] for skill in ask("GET", "/api/skills")["skills"] if skill.get("path")]

known = {
    "abilities": ["ability_make-tea", "ability_to-be-installed"],
    "artifacts": [artifact],
    "categories": categories,
    "checkpoints": ["cp-01"],
    "dispatches": [dispatch],
    "imports": imports,
    "proposals": ["01900000-0000-7000-8000-000000002002"],
    "sessions": sessions,
    "skills": skills,
}
places = {
    "abilities": ["path.abilityId", "query.ability", "query.ability_id", "body.ability_id"],
    "artifacts": ["path.tempArtifactRef", "body.temp_artifact_ref"],
    "categories": ["path.categoryId", "query.category_id"],
    "checkpoints": ["body.checkpoint_id"],
    "dispatches": ["path.dispatchId", "body.dispatch_id"],
    "imports": ["path.importId", "body.import_id"],
    "proposals": ["path.proposalId"],
    "sessions": ["path.sessionId", "query.session_id", "body.learn_session_id"],
    "skills": ["query.path"],
}
for name, values in known.items():
    print(f"[dictionaries.{name}]\nvalues = {json.dumps(values)}")
print("[parameters]")
for name, bindings in places.items():
    for binding in bindings:
        print(f'"{binding}" = {{ dictionary = "{name}", probability = 0.8 }}')
