//! Realistic demonstrations, with detours and read-only steps.

use crate::script::{Script, element, row, within};
use apprentice_contracts::observation::FileChangeKind::{Changed, Created};

const CRM: &str = "http://localhost:4000";

/// Enters a contact in a one-page application with one title for all pages, beginning on the start page.
pub fn contact(name: &str, company: &str, phone: &str) -> Script {
    let title = "Rolodex";
    let mut s = Script::default();
    s.open(&format!("{CRM}/"), title, vec![element("heading", "Recent activity"), element("heading", "Query")]);
    s.go(
        "link",
        "Contacts",
        &format!("{CRM}/contacts"),
        title,
        vec![element("heading", "Contacts"), row("Grace Hopper Navy")],
        vec![],
    );
    s.click("button", "New contact", vec![element("dialog", "New contact")], vec![]);
    s.form("New contact").fill("Full name *", name).fill("Company", company).fill("Phone", phone);
    s.choose("checkbox", "Send welcome mail", "off");
    let shown = vec![element("status", "Contact saved"), within("Contacts", row(&format!("{name} {company} {phone}")))];
    s.click("button", "Save", shown, vec![element("dialog", "New contact")]);
    s
}

/// Searches an invoice and downloads its PDF.
pub fn invoice(number: &str) -> Script {
    let mut s = Script::default();
    let home = "https://billing.example.org/";
    s.open(home, "Overview – Billing", vec![element("heading", "Overview")]);
    s.go(
        "link",
        "Invoices",
        "https://billing.example.org/invoices",
        "Invoices – Billing",
        vec![element("heading", "Invoices")],
        vec![],
    );
    s.fill("Search invoices", number);
    s.press("Enter", vec![row(&format!("{number} Navy 1,200.00 paid"))]);
    s.go(
        "link",
        number,
        &format!("https://billing.example.org/invoices/{number}"),
        &format!("{number} – Billing"),
        vec![element("heading", number)],
        vec![],
    );
    s.idle_click("button", "Download PDF").download(&format!("invoice-{number}.pdf"));
    s
}

/// Changes a price in a table.
pub fn price(product: &str, price: &str) -> Script {
    let url = "https://shop.example.org/admin/products";
    let mut s = Script::on(url, "Products – Shop admin");
    s.click_in(product, "button", "Edit", vec![element("dialog", "Edit product")], vec![row(&format!("{product} 4.00"))]);
    s.form("Edit product").fill_over("Price", price, Some("4.00"));
    s.click(
        "button",
        "Save changes",
        vec![element("alert", "Product updated"), within("Products", row(&format!("{product} {price}")))],
        vec![element("dialog", "Edit product")],
    );
    s
}

/// Reads a number in one application and enters it in another.
pub fn copied(order: &str, parcel: &str) -> Script {
    let mut s = Script::default();
    s.open(
        &format!("https://post.example.org/parcels/{order}"),
        "Parcel – Post",
        vec![element("heading", "Parcel"), element("text", &format!("Tracking number {parcel}"))],
    );
    s.open(&format!("https://shop.example.org/orders/{order}/edit"), "Edit order – Shop", vec![element("heading", "Edit order")]);
    s.form("Shipping").fill("Tracking number", parcel);
    s.go(
        "button",
        "Update order",
        &format!("https://shop.example.org/orders/{order}"),
        "Order – Shop",
        vec![element("status", "Order updated"), element("text", &format!("Tracking number: {parcel}"))],
        vec![],
    );
    s
}

/// Releases a package: builds, tests, packs, commits.
pub fn release(version: &str) -> Script {
    let mut s = Script::default();
    s.run("cd ~/work/shop").run("git status").run("npm test");
    s.ran("npm run build", 0, &[("dist/", Created), ("dist/app.js", Created)]);
    s.ran(&format!("tar czf shop-{version}.tar.gz dist"), 0, &[(&format!("shop-{version}.tar.gz"), Created)]);
    s.run(&format!("git add -A && git commit -m \"Release {version}\"")).run("git push");
    s
}

/// Creates a report in the terminal and uploads it in the browser.
pub fn report(month: &str) -> Script {
    let mut s = Script::default();
    let file = format!("report-{month}.pdf");
    s.run("ls").ran(&format!("python3 report.py --month {month} -o {file}"), 0, &[(&file, Created)]);
    s.open("https://files.example.org/reports", "Reports – Files", vec![element("heading", "Reports")]);
    s.upload("Choose file", &file, vec![element("status", "1 file selected")]);
    s.click("button", "Upload", vec![element("status", "Upload complete"), element("link", &file)], vec![]);
    s
}

/// Signs in with a password, then requests leave.
pub fn leave(from: &str, to: &str) -> Script {
    let mut s = Script::on("https://hr.example.org/login", "Log in – People");
    s.form("Log in").fill("E-mail", "ada@example.org").password("Password");
    s.go("button", "Log in", "https://hr.example.org/", "Home – People", vec![element("heading", "Hello Ada")], vec![]);
    s.go(
        "link",
        "Request leave",
        "https://hr.example.org/leave/new",
        "Request leave – People",
        vec![element("heading", "Request leave")],
        vec![],
    );
    s.form("Request leave").choose("combobox", "Type", "Holiday").fill("From", from).fill("To", to);
    let shown = vec![element("status", "Your request was sent"), row(&format!("Holiday {from} {to} pending"))];
    s.go("button", "Submit request", "https://hr.example.org/leave", "My leave – People", shown, vec![]);
    s
}

/// Runs two different scripts, one after the other.
pub fn two_scripts() -> Script {
    let mut s = Script::default();
    s.ran("sh fetch.sh", 0, &[("data.csv", Created)]).ran("sh publish.sh", 0, &[("index.html", Changed)]);
    s
}

/// Converts several files in the same way.
pub fn conversions(names: &[&str]) -> Script {
    let mut s = Script::default();
    for name in names {
        let file = format!("{name}.jpg");
        s.ran(&format!("convert {name}.png {file}"), 0, &[(&file, Created)]);
    }
    s
}
