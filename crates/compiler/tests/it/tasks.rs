//! Tasks as functions of their values, so that a later run can do them with other values.

use crate::script::{Script, element, row, within};
use apprentice_contracts::observation::{FileChangeKind, PageElement};

pub const DB: &str = "http://127.0.0.1:8080";

/// Inserts a row through the form of a small database browser, then opens the content page.
pub fn insert_row(name: &str, email: &str, shown_as: &str) -> Script {
    let mut s = Script::on(&format!("{DB}/customers/"), "customers – sqlite-web");
    s.go(
        "link",
        "Insert",
        &format!("{DB}/customers/insert/"),
        "Insert – customers – sqlite-web",
        vec![element("heading", "Insert row")],
        vec![],
    );
    s.form("customers").fill("name", name).fill("email", email);
    s.go(
        "button",
        "Insert",
        &format!("{DB}/customers/insert/"),
        "Insert – customers – sqlite-web",
        vec![element("alert", "1 row inserted in 0.004 s")],
        vec![],
    );
    let rows =
        vec![within("customers", row("1 Grace grace@example.org")), within("customers", row(&format!("17 {shown_as} {email}")))];
    s.go("link", "Content", &format!("{DB}/customers/content/"), "Content – customers – sqlite-web", rows, vec![]);
    s
}

/// Uploads a file to a file server.
pub fn upload(file: &str) -> Script {
    let mut s = Script::on("http://localhost:3923/inbox/", "inbox · copyparty");
    s.upload("choose files", file, vec![element("status", "1 file selected")]);
    s.click("button", "Upload", vec![element("status", "upload done, 1 file, 12.4 KiB/s"), element("link", file)], vec![]);
    s
}

/// Orders tea in a shop.
pub fn order_tea(name: &str, tea: &str, cups: &str) -> Script {
    let mut s = Script::on("https://tea.example.org/order", "Order – Tea Room");
    s.form("Order").fill("Your name", name).choose("combobox", "Tea", tea).fill("Cups", cups);
    let thanks = vec![element("heading", "Thank you"), element("text", &format!("{name}: {cups} × {tea}"))];
    s.go("button", "Place order", "https://tea.example.org/orders/5512", "Order 5512 – Tea Room", thanks, vec![]);
    let orders = vec![row(&format!("5512 {name} {tea} {cups}")), row("5511 Grace Sencha 1")];
    s.go("link", "All orders", "https://tea.example.org/orders", "Orders – Tea Room", orders, vec![]);
    s
}

/// Writes and publishes a wiki page.
pub fn publish(title: &str, body: &str) -> Script {
    let slug = title.to_lowercase().replace(' ', "-");
    let mut s = Script::on("https://wiki.example.org/new", "New page – Team Wiki");
    s.form("New page").fill("Title", title).fill("Text", body);
    s.click("button", "Preview", vec![element("region", "Preview")], vec![]);
    s.form("New page");
    let page = vec![element("heading", title), element("paragraph", body), element("status", "Published just now")];
    s.go("button", "Publish", &format!("https://wiki.example.org/pages/{slug}"), &format!("{title} – Team Wiki"), page, vec![]);
    s
}

/// Tags and pushes a release.
pub fn tag_release(version: &str) -> Script {
    let mut s = Script::default();
    s.run("cd ~/work/shop").run("git status").run("git log --oneline");
    s.ran(&format!("gti tag -a v{version}"), 127, &[]);
    s.ran(&format!("git tag -a v{version} -m \"Release {version}\""), 0, &[]);
    s.run(&format!("git push origin v{version}"));
    s
}

/// Cleans a table with a script.
pub fn clean_csv(input: &str, output: &str) -> Script {
    let mut s = Script::default();
    s.run("ls").run(&format!("head {input}"));
    s.ran(&format!("python3 clean.py {input} -o {output}"), 0, &[(output, FileChangeKind::Created)]);
    s.run(&format!("wc -l {output}"));
    s
}

/// Adds a line to a changelog in the terminal, then announces the release in the browser.
pub fn release_note(version: &str) -> Script {
    let mut s = Script::default();
    s.run(&format!("git tag v{version}")).run("git push --tags");
    let page = "https://forge.example.org/shop/releases/new";
    s.open(page, "New release – Forge", vec![element("heading", "New release")]);
    s.form("New release").fill("Tag", &format!("v{version}")).fill("Notes", "Faster search and fewer bugs");
    let shown = vec![element("heading", &format!("v{version}")), element("paragraph", "Faster search and fewer bugs")];
    s.go(
        "button",
        "Publish release",
        &format!("https://forge.example.org/shop/releases/v{version}"),
        &format!("v{version} – Forge"),
        shown,
        vec![],
    );
    s
}

/// Signs in, then files a ticket.
pub fn signed_in_ticket(subject: &str) -> Script {
    let mut s = Script::on("https://desk.example.org/login", "Sign in – Desk");
    s.form("Sign in").fill("User name", "ada").password("Password");
    s.go("button", "Sign in", "https://desk.example.org/", "Home – Desk", vec![element("heading", "Welcome, Ada")], vec![]);
    s.go(
        "link",
        "New ticket",
        "https://desk.example.org/tickets/new",
        "New ticket – Desk",
        vec![element("heading", "New ticket")],
        vec![],
    );
    s.form("New ticket").fill("Subject", subject);
    let shown = vec![element("status", "Ticket 4711 created"), element("heading", subject)];
    s.go("button", "Create ticket", "https://desk.example.org/tickets/4711", &format!("{subject} – Desk"), shown, vec![]);
    s
}

/// Deletes a customer, with a dialog in between.
pub fn delete_row(who: &str, others: &[&str]) -> Script {
    let url = format!("{DB}/customers/");
    let mut s = Script::default();
    let rows: Vec<PageElement> = others.iter().chain([&who]).map(|name| row(name)).collect();
    s.open(&url, "Customers – Shop", rows);
    s.click_in(who, "button", "Delete", vec![], vec![row(who)]);
    s.dialog(&format!("Really delete {who}?"), true);
    s
}

/// Fills the same customer form for three people.
pub fn three_customers(names: [&str; 3]) -> Script {
    let url = format!("{DB}/app");
    let mut s = Script::on(&url, "Customers – Shop");
    for name in names {
        s.form("New customer").fill("Name", name);
        s.click("button", "Add", vec![within("Customers", row(name))], vec![]);
    }
    s
}

/// Enters a customer with mistakes, second thoughts and detours.
pub fn noisy(name: &str, email: &str) -> Script {
    let url = format!("{DB}/new");
    let mut s = Script::on(&url, "New customer – Shop");
    s.go("link", "Help", &format!("{DB}/help"), "Help – Shop", vec![element("heading", "Help")], vec![]);
    s.go("link", "Back", &url, "New customer – Shop", vec![element("heading", "New customer")], vec![]);
    s.idle_click("textbox", "Name").idle_click("generic", "").form("New customer");
    s.fill("Name", "Wrong Person").fill("Nickname", "oops").fill("Name", name).fill("Nickname", "");
    s.choose("checkbox", "Newsletter", "on").choose("checkbox", "Newsletter", "off").fill("Email", email);
    s.click("button", "Advanced", vec![element("dialog", "Advanced options")], vec![]);
    s.form("Advanced options").fill("Discount", "99");
    s.click("button", "Cancel", vec![], vec![element("dialog", "Advanced options")]);
    s.form("New customer");
    s.go(
        "button",
        "Save",
        &format!("{DB}/customers"),
        "Customers – Shop",
        vec![element("status", "Saved"), row(&format!("{name} {email}"))],
        vec![],
    );
    s.idle_click("button", "Save");
    s
}
