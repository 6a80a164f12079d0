use super::*;
use apprentice_contracts::Time;
use apprentice_contracts::observation::{Control, FieldValue, NavigationCause, ObservationAdapterKind};
use serde_json::{Value, json};

fn policy(fields: Value) -> TestPolicy {
    let mut policy = json!({ "policy_id": uuid::Uuid::from_u128(5), "mode": "controlled_live_test" });
    policy.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    serde_json::from_value(policy).unwrap()
}

fn seen(host: &str, details: ActionDetails) -> RecordedAction {
    RecordedAction {
        key: 1,
        adapter_kind: ObservationAdapterKind::BrowserDom,
        at: Time::default(),
        app_family: Some(host.into()),
        window_title: None,
        action_label: "Did it".into(),
        control_surface: None,
        details,
        change: None,
        form: Vec::new(),
        screen: None,
        before_state_ref: None,
        after_state_ref: None,
        masked: 0,
    }
}

fn control(role: &str, name: &str) -> Control {
    Control { role: role.into(), name: name.into(), context: None, ..Control::default() }
}

pub(super) fn click(host: &str, role: &str, name: &str) -> RecordedAction {
    seen(host, ActionDetails::Click { target: control(role, name) })
}

fn fill(role: &str) -> RecordedAction {
    let value = FieldValue { text: "x".into(), masked: None };
    let details = ActionDetails::Fill { target: control(role, "Name"), value, previous: None, input_type: "text".into() };
    seen("shop.example", details)
}

pub(super) fn command(line: &str, directory: &str, files: &[(&str, FileChangeKind)]) -> RecordedAction {
    let files = files.iter().map(|(path, change)| FileChange { path: (*path).into(), change: *change, size: None }).collect();
    let run = CommandRun {
        command_line: line.into(),
        program: line.split(' ').next().unwrap().into(),
        directory: directory.into(),
        exit_code: Some(0),
        duration_ms: None,
        shell: "bash".into(),
        shell_pid: 1,
        files,
    };
    seen("bash", ActionDetails::Command(run))
}

fn upload(host: &str) -> RecordedAction {
    seen(host, ActionDetails::Upload { target: control("button", "File"), file_names: vec!["a.pdf".into()] })
}

fn check(fields: Value, cases: &[(RecordedAction, bool)]) {
    let mut guard = Guard::new(policy(fields.clone()));
    for (seen, broken) in cases {
        let found = guard.violation(seen, 1);
        assert_eq!(found.is_some(), *broken, "{fields}: {:?} -> {found:?}", seen.details);
    }
}

const CREATED: FileChangeKind = FileChangeKind::Created;
const REMOVED: FileChangeKind = FileChangeKind::Removed;

#[test]
fn what_cannot_be_kept_here_is_refused_by_name() {
    for (fields, field) in [
        (json!({ "mode": "redirect_send" }), "test_policy.safe_targets"),
        (
            json!({ "mode": "redirect_send", "safe_targets": [{ "target_kind": "temp_folder", "ref": "/tmp" }] }),
            "test_policy.safe_targets",
        ),
        (
            json!({ "mode": "redirect_send", "safe_targets": [{ "target_kind": "safe_email_recipient", "ref": "me" }] }),
            "test_policy.safe_targets",
        ),
        (
            json!({ "mode": "redirect_send", "safe_targets": [{ "target_kind": "safe_email_recipient", "ref": "a@b, c@d" }] }),
            "test_policy.safe_targets",
        ),
        (
            json!({ "mode": "copy_artifact", "safe_targets": [{ "target_kind": "copied_document", "ref": "a.txt" }] }),
            "test_policy.safe_targets",
        ),
        (
            json!({ "mode": "copy_artifact", "safe_targets": [{ "target_kind": "copied_document", "ref": "/a/../b" }] }),
            "test_policy.safe_targets",
        ),
        (
            json!({ "mode": "safe_target_only", "safe_targets": [{ "target_kind": "copied_document", "ref": "/a" }] }),
            "test_policy.safe_targets",
        ),
        (json!({ "mode": "safe_target_only" }), "test_policy.safe_targets"),
        (json!({ "mode": "live_read_safe_write" }), "test_policy.safe_targets"),
        (json!({ "safe_targets": [{ "target_kind": "blank_document", "ref": "a" }] }), "test_policy.safe_targets"),
        (json!({ "safe_targets": [{ "target_kind": "safe_email_recipient", "ref": "a@b" }] }), "test_policy.safe_targets"),
        (json!({ "safe_targets": [{ "target_kind": "temp_folder", "ref": "tmp" }] }), "test_policy.safe_targets"),
    ] {
        let refusal = enforceable(&policy(fields.clone())).unwrap_err();
        assert_eq!(refusal.code, ErrorCode::InvalidRequest, "{fields}");
        assert_eq!(refusal.details.unwrap()["field"], field, "{fields}");
    }
    for fields in [
        json!({}),
        json!({ "mode": "read_only" }),
        json!({ "mode": "safe_target_only", "safe_targets": [{ "target_kind": "temp_folder", "ref": "/tmp/x" }] }),
        json!({ "safe_targets": [{ "target_kind": "managed_browser_profile", "ref": "" }] }),
        json!({ "mode": "blank_artifact", "cleanup_required": true }),
        json!({ "mode": "copy_artifact", "safe_targets": [{ "target_kind": "copied_document", "ref": "/home/me/a.txt" }] }),
        json!({ "mode": "redirect_send", "safe_targets": [{ "target_kind": "safe_email_recipient", "ref": "me@example.org" }] }),
    ] {
        allows_a_rehearsal(&policy(fields)).unwrap();
    }
    let refusal = allows_a_rehearsal(&policy(json!({ "mode": "dry_run_only" }))).unwrap_err();
    assert_eq!(refusal.code, ErrorCode::TestPolicyViolation);
}

#[test]
fn destructive_writes_are_seen_in_commands_and_on_pages() {
    let cases = [
        (command("rm -r build", "/work", &[("build/a", REMOVED)]), true),
        (command("make clean", "/work", &[("build/a", REMOVED)]), true),
        (command("sudo rm /etc/hosts", "/work", &[]), true),
        (command("git reset --hard HEAD", "/work", &[]), true),
        (command("sqlite3 a.db 'DROP TABLE t'", "/work", &[]), true),
        (command("mv a b", "/work", &[("a", REMOVED), ("b", CREATED)]), false),
        (command("touch mine", "/work", &[("mine", CREATED)]), false),
        (command("rm mine", "/work", &[("mine", REMOVED)]), false),
        (command("touch more", "/work", &[("more", CREATED)]), false),
        (command("rm more && git reset --hard", "/work", &[("more", REMOVED)]), true),
        (command("make clean-more", "/work", &[("more", REMOVED)]), false),
        (command("find . -name '*.o' -print0 | xargs -0 rm", "/work", &[]), true),
        (command("(cd /tmp && rm a)", "/work", &[]), true),
        (command("git status", "/work", &[]), false),
        (click("shop.example", "button", "Delete customer"), true),
        (click("shop.example", "button", "Save"), false),
    ];
    check(json!({}), &cases);
    check(json!({ "forbid_destructive_writes": false }), &[(command("rm a", "/work", &[("a", REMOVED)]), false)]);
}

#[test]
fn sending_to_the_outside_is_seen() {
    let cases = [
        (click("mail.example", "button", "Send"), true),
        (click("127.0.0.1:8080", "button", "Send"), false),
        (click("mail.example", "button", "Sender settings"), false),
        (upload("shop.example"), true),
        (upload("localhost:9000"), false),
        (command("git push origin main", "/work", &[]), true),
        (command("tar c . | ssh host", "/work", &[]), false),
        (command("echo hi | mail a@b.example", "/work", &[]), true),
        (command("curl -d x=1 https://api.example/x", "/work", &[]), true),
        (command("curl -d x=1 http://127.0.0.1:8080/x", "/work", &[]), false),
        (command("curl https://api.example/x", "/work", &[]), false),
        (command("curl -XDELETE https://api.example/x", "/work", &[]), true),
        (command("wget --method=PUT https://api.example/x", "/work", &[]), true),
        (command("curl -d x=1 https://127.0.0.1.example/x", "/work", &[]), true),
        (command("curl -d x=1 http://127.0.0.1:80@api.example/x", "/work", &[]), true),
        (command("curl -d x=1 https://api.example/x -e http://localhost/", "/work", &[]), true),
        (command("curl -d x=1 localhost:8080/x", "/work", &[]), false),
        (command("curl -d x=1 'http://[::1]/x'", "/work", &[]), false),
        (command("curl -d x=1 http://[::1]:8080/x", "/work", &[]), false),
    ];
    check(json!({}), &cases);
    check(json!({ "forbid_external_send": false }), &[(click("mail.example", "button", "Send"), false)]);
    check(json!({ "allowed_domains": ["shop.example"] }), &[(upload("shop.example"), false)]);
}

/// A policy that sends to this address alone.
fn redirecting() -> Value {
    json!({ "mode": "redirect_send", "safe_targets": [{ "target_kind": "safe_email_recipient", "ref": "me@example.org" }] })
}

fn fills(host: &str, name: &str, text: &str) -> RecordedAction {
    let value = FieldValue { text: text.into(), masked: None };
    seen(host, ActionDetails::Fill { target: control("textbox", name), value, previous: None, input_type: "text".into() })
}

#[test]
fn what_is_sent_goes_to_a_safe_recipient_alone() {
    for (line, broken) in [
        ("mail -s hello me@example.org", false),
        ("mail -s hello ME@Example.org < note.txt", false),
        ("swaks --to=me@example.org --server localhost", false),
        ("echo hi | mail me@example.org", false),
        ("mail -s hello you@example.org", true),
        ("mail me@example.org,you@example.org", true),
        ("mail me@example.org; mail you@example.org", true),
        ("mail $WHO me@example.org", true),
        ("mail me@example.org -s \"hello you\" < note.txt", false),
        ("mail root", true),
        ("mail me@example.org root", true),
        ("mail -c boss me@example.org", true),
        ("mail --bcc=boss@example.org me@example.org", true),
        ("cut -f1 people | xargs mail me@example.org", true),
        ("sendmail -t < me@example.org", true),
        ("sendmail -oi -ti me@example.org", true),
        ("scp a.txt me@example.org:", true),
        ("git push origin main", true),
        ("curl -d x=1 https://api.example/me@example.org", true),
        ("ls", false),
    ] {
        check(redirecting(), &[(command(line, "/work", &[]), broken)]);
    }
    // It holds also where sending is allowed at all, and does not limit what is written.
    let mut open = redirecting();
    open["forbid_external_send"] = json!(false);
    check(
        open,
        &[(command("mail you@example.org", "/work", &[]), true), (command("touch a", "/work", &[("a", CREATED)]), false)],
    );
}

#[test]
fn on_a_site_a_safe_recipient_has_to_be_seen() {
    let send = || click("mail.example", "button", "Send");
    check(redirecting(), &[(send(), true)]);
    check(redirecting(), &[(fills("mail.example", "To", "me@example.org"), false), (send(), false), (send(), true)]);
    check(redirecting(), &[(fills("mail.example", "To recipients", "Me <me@example.org>, "), false), (send(), false)]);
    check(
        redirecting(),
        &[
            (fills("mail.example", "To", "me@example.org"), false),
            (fills("mail.example", "Cc", "you@example.org"), false),
            (send(), true),
        ],
    );
    for unseen in ["Ada", "▮▮▮▮▮▮", "me@example.org, Ada", "me@example.org; boss"] {
        check(redirecting(), &[(fills("mail.example", "To", unseen), false), (send(), true)]);
    }
    check(redirecting(), &[(fills("other.example", "To", "me@example.org"), false), (send(), true)]);
    check(redirecting(), &[(fills("mail.example", "Topic", "me@example.org"), false), (send(), true)]);
    check(redirecting(), &[(click("127.0.0.1:80", "button", "Send"), false), (upload("mail.example"), true)]);
}

#[test]
fn a_blank_or_copied_artefact_is_written_in_its_folder_alone() {
    let targets =
        json!([{ "target_kind": "temp_folder", "ref": "/tmp/x" }, { "target_kind": "copied_document", "ref": "/home/me/a" }]);
    let inside = || command("touch b", "/tmp/x", &[("b", CREATED)]);
    let outside = || command("touch a", "/home/me", &[("a", FileChangeKind::Changed)]);
    check(
        json!({ "mode": "copy_artifact", "safe_targets": targets }),
        &[(inside(), false), (outside(), true), (command("cat a", "/home/me", &[]), false)],
    );
    let folder = json!([{ "target_kind": "temp_folder", "ref": "/tmp/x" }]);
    check(json!({ "mode": "blank_artifact", "safe_targets": folder }), &[(inside(), false), (outside(), true)]);
}

#[test]
fn read_only_allows_to_look_and_to_search() {
    let open = ActionDetails::Navigate { url: "https://shop.example/".into(), cause: NavigationCause::Typed };
    let cases = [
        (seen("shop.example", open), false),
        (click("shop.example", "link", "Orders"), false),
        (click("shop.example", "button", "Search"), false),
        (click("shop.example", "button", "Save"), true),
        (fill("searchbox"), false),
        (fill("textbox"), true),
        (command("ls", "/work", &[]), false),
        (command("touch a", "/work", &[("a", CREATED)]), true),
    ];
    check(json!({ "mode": "read_only" }), &cases);
}

#[test]
fn safe_targets_are_where_it_is_written() {
    let targets = json!([{ "target_kind": "temp_folder", "ref": "/tmp/x" }, { "target_kind": "test_sharepoint_site", "ref": "https://test.example/site" }]);
    let cases = [
        (command("ls", "/home/me", &[]), true),
        (command("touch a", "/tmp/x/y", &[("a", CREATED)]), false),
        (click("test.example", "button", "Save"), false),
        (click("shop.example", "link", "Orders"), true),
    ];
    check(json!({ "mode": "safe_target_only", "safe_targets": targets }), &cases);
    let cases = [
        (command("ls", "/home/me", &[]), false),
        (command("touch a", "/home/me", &[("a", CREATED)]), true),
        (click("shop.example", "link", "Orders"), false),
        (click("shop.example", "button", "Save"), true),
        (click("test.example", "button", "Save"), false),
    ];
    check(json!({ "mode": "live_read_safe_write", "safe_targets": targets }), &cases);
    check(json!({ "safe_targets": targets }), &cases);
    let profile = json!([{ "target_kind": "managed_browser_profile", "ref": "" }]);
    check(json!({ "mode": "safe_target_only", "safe_targets": profile }), &[(click("shop.example", "button", "Save"), false)]);
}
