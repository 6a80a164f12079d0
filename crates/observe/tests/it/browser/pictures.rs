//! What a page shows at a step: boxes with the names of controls and headings, no values, and never more than so many.

use super::*;
use apprentice_contracts::screen::{BoxKind, MAX_BOX_NAME, MAX_BOXES, Screen, ScreenBox};

fn screen<'a>(reported: &'a Reported, label: &str) -> &'a Screen {
    let found = reported.actions.iter().find(|(seen, _)| seen.action_label.contains(label));
    let (seen, _) = found.unwrap_or_else(|| panic!("{label} in {:?}", reported.labels()));
    seen.screen.as_deref().unwrap_or_else(|| panic!("{label} has no picture"))
}

fn named<'a>(screen: &'a Screen, name: &str) -> &'a ScreenBox {
    screen.boxes.iter().find(|one| one.name == name).unwrap_or_else(|| panic!("{name} in {screen:#?}"))
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_step_says_what_the_page_showed_without_its_values() {
    let mut scene = scene("/page/new").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    user.fill(&tab, "document.querySelector('[name=name]')", "Grace Hopper").await;
    user.fill(&tab, "document.getElementById('pw')", "correct-horse-9").await;
    user.click(&tab, "document.getElementById('urgent')").await;
    user.click(&tab, "document.getElementById('save')").await;
    let reported = scene.reported().await;
    let typed = screen(&reported, "Filled “Name”");
    assert!(named(typed, "Name").acted && named(typed, "Name").filled);
    assert!(screen(&reported, "Urgent").boxes.iter().any(|one| one.kind == BoxKind::Tick && one.acted && one.name == "Urgent"));
    let saved = screen(&reported, "Clicked “Save customer”");
    assert!(saved.width > 200 && saved.height > 200, "{saved:?}");
    let (button, name, password) = (named(saved, "Save customer"), named(saved, "Name"), named(saved, "Password"));
    assert!(button.kind == BoxKind::Control && button.acted && button.width > 20 && button.top > name.top, "{button:?}");
    assert!(name.kind == BoxKind::Field && name.filled && !name.private && !name.acted, "{name:?}");
    assert!(password.private && !password.filled, "{password:?}");
    assert_eq!(named(saved, "New customer").kind, BoxKind::Heading);
    assert_eq!(saved.boxes.iter().filter(|one| one.acted).count(), 1);
    let kept = serde_json::to_string(saved).unwrap();
    for value in ["Grace", "Hopper", "correct", "Open"] {
        assert!(!kept.contains(value), "{value} in {kept}");
    }
    let opened = reported.actions.iter().find(|(seen, _)| seen.action_label.starts_with("Opened"));
    assert!(
        opened.is_some_and(|(seen, _)| seen.screen.is_none()),
        "nothing is shown before the first page: {:?}",
        reported.labels()
    );
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_page_full_of_controls_has_a_bounded_picture_with_what_was_clicked() {
    let mut scene = scene("/page/new").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    let many = "document.body.innerHTML = '<p>words</p>'.repeat(5) + '<main>' + Array.from({ length: 900 }, (_, n) => `<button style=\"width:9px;height:9px;padding:0;font-size:6px\" \
        aria-label=\"${'Show the details of entry '.repeat(9)}${n}\">x</button>`).join('') + '</main><button id=\"last\" style=\"width:4px;height:4px;padding:0;border:0\" aria-label=\"The last\"></button>'; 0";
    user.eval(&tab, many).await;
    user.click(&tab, "document.getElementById('last')").await;
    let reported = scene.reported().await;
    let picture = screen(&reported, "Clicked “The last”");
    assert!(picture.boxes.len() >= 140 && picture.boxes.len() <= MAX_BOXES, "{}", picture.boxes.len());
    assert_eq!(picture.boxes.iter().filter(|one| one.acted).count(), 1, "also one that is too small to be among the largest");
    assert!(picture.boxes.iter().all(|one| one.name.chars().count() <= MAX_BOX_NAME));
    let bytes = serde_json::to_string(picture).unwrap().len();
    assert!(bytes < 32 * 1024, "{bytes} bytes");
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn fields_for_secrets_are_private_and_a_secret_in_a_name_is_masked() {
    let mut scene = scene("/page/secrets").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    let token = "ghp_abcdefghijklmnopqrstuvwxyz0123456789";
    let label = format!(
        "document.getElementById('in').textContent = 'Use {token}'; document.querySelector('h1').textContent = 'Welcome zz-top-42'; 0"
    );
    user.eval(&tab, &label).await;
    user.fill(&tab, "document.getElementById('key')", "zz-top-42").await;
    user.fill(&tab, "document.getElementById('user')", "ada").await;
    user.click(&tab, "document.getElementById('in')").await;
    let reported = scene.reported().await;
    let last = reported.actions.last().and_then(|(seen, _)| seen.screen.as_deref()).unwrap();
    for name in ["Phrase", "Code", "Card", "API key"] {
        assert!(named(last, name).private && !named(last, name).filled, "{name}");
    }
    assert!(!named(last, "User").private && named(last, "User").filled);
    assert!(last.boxes.iter().any(|one| one.acted && one.name.contains('▮')), "{last:?}");
    assert!(
        last.boxes.iter().any(|one| one.kind == BoxKind::Heading && one.name.contains('▮')),
        "what was masked once: {last:?}"
    );
    for secret in [token, "zz-top-42", "ada\""] {
        assert!(!format!("{last:?}").contains(secret), "{secret}");
    }
    scene.watching.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_picture_shows_what_is_in_view_and_a_dialog_over_it() {
    let mut scene = scene("/page/new").await;
    let (user, tab) = (&scene.user, scene.tab.clone());
    let page = "document.body.innerHTML = '<dialog id=\"box\" aria-label=\"Sure\"><button id=\"yes\">Yes, delete</button></dialog><h1>Rows</h1><div style=\"height:120px;overflow:auto\" id=\"list\">' \
        + Array.from({ length: 400 }, (_, n) => `<p style=\"height:30px;margin:0\"><button>Row ${n}</button></p>`).join('') + '</div><p style=\"margin-top:3000px\"><button>Far below</button></p>'; \
        document.getElementById('list').scrollTop = 6000; document.getElementById('box').showModal(); 0";
    user.eval(&tab, page).await;
    user.click(&tab, "document.getElementById('yes')").await;
    let reported = scene.reported().await;
    let picture = screen(&reported, "Clicked “Yes, delete”");
    let rows: Vec<&str> = picture.boxes.iter().map(|one| one.name.as_str()).filter(|name| name.starts_with("Row ")).collect();
    assert!(rows.contains(&"Row 201") && rows.len() <= 6, "{rows:?}");
    assert!(picture.boxes.iter().all(|one| one.name != "Far below"));
    let place = |found: &dyn Fn(&ScreenBox) -> bool| picture.boxes.iter().position(found).unwrap();
    let (dialog, row) = (place(&|one| one.kind == BoxKind::Panel && one.name == "Sure"), place(&|one| one.name == "Row 201"));
    assert!(dialog > row && picture.boxes.last().unwrap().name == "Yes, delete", "{picture:#?}");
    scene.watching.stop().await;
}
