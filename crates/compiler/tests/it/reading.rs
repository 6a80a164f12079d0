//! What a demanding reader sees of each demonstration: its goal, its conditions and its checkpoints.

use crate::demos;
use crate::scenarios::sound;
use crate::script::{Script, element, within};
use apprentice_compiler::Evaluation;
use apprentice_contracts::checkpoint::CheckpointStatus;
use apprentice_contracts::observation::{ActionDetails, NavigationCause};
use std::fmt::Write as _;

/// The parts of a skill that differ from task to task; the demonstration itself must reach its own checkpoints.
fn read(script: &Script, goal: Option<&str>) -> String {
    let draft = script.draft(goal);
    sound("reading", &draft);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    for action in &script.actions {
        evaluation.observe(action);
    }
    let verdicts = evaluation.finish(&[]);
    assert!(verdicts.iter().all(|verdict| verdict.status == CheckpointStatus::Reached), "{verdicts:#?}");
    let mut out = format!("{}\n{}\n", draft.meaning.goal_summary, draft.meaning.use_conditions[1..].join(" "));
    let _ = writeln!(out, "Not: {}", draft.negative_triggers.join(", "));
    for checkpoint in &draft.checkpoints {
        let optional = if checkpoint.optional { " (if it applies)" } else { "" };
        let _ = writeln!(out, "* {}{optional}\n  {}", checkpoint.goal, checkpoint.success_condition);
    }
    out
}

#[test]
fn a_contact_in_a_one_page_application() {
    insta::assert_snapshot!(read(&demos::contact("Ada Lovelace", "Analytical Engines", "555 0100"), None), @"
    Add a contact, in the web application “Rolodex”.

    Not: delete a contact, remove a contact, list all contacts
    * The web application “Rolodex” is open
      Its start page is shown, without an error and without a sign-in form.
    * The form “New contact” holds the given `full_name`, `company` and `phone`
      The form “New contact” holds `full_name`, `company`, `phone` and “Send welcome mail” switched off, then “Save”.
    * The web application “Rolodex” confirms: “Contact saved”
      A message like “Contact saved” is shown, and no error.
    * The table “Contacts” has a row with `full_name`, `company` and `phone`
      Opened again, the table “Contacts” shows `full_name`, `company` and `phone` in one row, exactly as given.
    ");
}

#[test]
fn an_invoice_searched_and_downloaded() {
    insta::assert_snapshot!(read(&demos::invoice("INV-2041"), None), @"
    Download a file from “Billing”. Start at `billing.example.org/`.

    Not: upload a file, delete a file, list all files
    * The web application “Billing” is open
      Its start page is shown, without an error and without a sign-in form.
    * The field “Search invoices” holds the given `invoice`
      The form behind “Invoices” holds “Search invoices” `invoice`.
    * The table on the page “Invoices” has a row with `invoice`
      The table on the page “Invoices” shows `invoice`, exactly as given.
    * A page with the heading `invoice` exists
      The page shows `invoice` as its heading, exactly as given.
    * The file `invoice-<invoice>.pdf` is downloaded
      A complete download named like `invoice-<invoice>.pdf` is there, and it is not empty.
    ");
}

#[test]
fn a_price_changed_in_a_table() {
    insta::assert_snapshot!(read(&demos::price("Oolong tea", "4.50"), Some("Change the price of a product")), @"
    Change the price of a product, in the web application “Shop admin”. Start at `shop.example.org/admin/products`.

    Not: delete the price of a product, look up the price of a product
    * The page “Products” is open
      “Products” is shown in the web application “Shop admin”, without an error and without a sign-in form.
    * The form “Edit product” holds the given `price`
      The form “Edit product” holds `price`, then “Save changes”.
    * The web application “Shop admin” confirms: “Product updated”
      A message like “Product updated” is shown, and no error.
    * The table “Products” has a row with `product` and `price`
      Opened again, the table “Products” shows `product` and `price` in one row, exactly as given.
    ");
}

#[test]
fn a_number_copied_from_one_tab_to_another() {
    insta::assert_snapshot!(read(&demos::copied("8121", "ZX77-1"), Some("Enter the tracking number of a parcel into its order")), @"
    Enter the tracking number of a parcel into its order, in the web application “Shop”.

    Not: delete the tracking number of a parcel, remove the tracking number of a parcel
    * `tracking_number` is read from the page “Parcel” of the web application “Post”
      The page shows `tracking_number`; it is taken over exactly as it stands there, unless it was given.
    * The page “Edit order” is open
      “Edit order” is shown in the web application “Shop”, without an error and without a sign-in form.
    * The form “Shipping” holds the given `tracking_number`
      The form “Shipping” holds `tracking_number`, then “Update order”.
    * The web application “Shop” confirms: “Order updated”
      A message like “Order updated” is shown, and no error.
    * The page “Order” shows `tracking_number`
      Opened again, the page “Order” shows `tracking_number`, exactly as given.
    ");
}

#[test]
fn a_release_with_git_npm_and_tar() {
    insta::assert_snapshot!(read(&demos::release("2.3.0"), Some("Release a new version of the shop")), @r#"
    Release a new version of the shop, from the terminal.

    Not: roll back a new version of the shop, withdraw a new version of the shop
    * The tests pass
      The command `npm test`, or one to the same effect, ends with exit code 0.
    * The build has succeeded
      The command `npm run build`, or one to the same effect, ends with exit code 0.
    * The file “dist/app.js” exists in the working folder
      “dist/app.js” is there, is new and is not empty.
    * The archive `shop-<version>.tar.gz` holds “dist”
      The command `tar czf shop-<version>.tar.gz dist`, or one to the same effect, ends with exit code 0.
    * The file `shop-<version>.tar.gz` exists in the working folder
      `shop-<version>.tar.gz` is there, is new and is not empty.
    * The changes are committed
      The command `git add -A && git commit -m "Release <version>"`, or one to the same effect, ends with exit code 0.
    * The remote repository has the new commits
      The command `git push`, or one to the same effect, ends with exit code 0.
    "#);
}

#[test]
fn a_report_made_and_uploaded() {
    insta::assert_snapshot!(read(&demos::report("2026-10"), None), @"
    Upload a file to “Files” and in the terminal. Start at `files.example.org/reports`.

    Not: download a file, delete a file, list all files
    * The script “report.py” has finished without an error
      The command `python3 report.py --month <month> -o report-<month>.pdf`, or one to the same effect, ends with exit code 0.
    * The file `report-<month>.pdf` exists in the working folder
      `report-<month>.pdf` is there, is new and is not empty.
    * The page “Reports” is open
      “Reports” is shown in the web application “Files”, without an error and without a sign-in form.
    * The file `report-<month>.pdf` has been handed to the web application “Files”
      The web application “Files” shows the file `report-<month>.pdf` as chosen or received, without an error.
    * The web application “Files” confirms: “Upload complete”
      A message like “Upload complete” is shown, and no error.
    * `month` is listed on the page “Reports”
      Opened again, the page “Reports” lists `month`, exactly as given.
    ");
}

#[test]
fn the_name_of_the_application_is_no_name_of_a_page() {
    let (list, record) = ("http://127.0.0.1/orders", "http://127.0.0.1/order/");
    let mut script = Script::on(list, "Shop: Orders");
    script.open(list, "Shop: Orders", vec![element("heading", "Shop /")]);
    for (id, name) in [("1107", "Gas lamp"), ("1108", "Oil lamp")] {
        let url = format!("{record}{id}");
        script.go("link", name, &url, "Shop: View order", vec![], vec![]);
        script.open(list, "Shop: Orders", vec![]);
    }
    script.form("Note").fill("Remark", "It hangs in the hall");
    script.go(
        "button",
        "Save",
        &format!("{record}1108"),
        "Shop: View order",
        vec![within("Shop /", element("row", "Remark: | It hangs in the hall"))],
        vec![],
    );
    let draft = read(&script, None);
    assert!(draft.contains("The table on the page “View order” has a row with `remark`"), "{draft}");
}

#[test]
fn leave_requested_after_a_sign_in() {
    insta::assert_snapshot!(read(&demos::leave("2026-12-21", "2026-12-23"), None), @"
    Request leave, in the web application “People”. Start at `hr.example.org/`.

    Not: cancel leave, withdraw leave, list all leaves
    * You are signed in to the web application “People” (if it applies)
      A page is shown that only a signed-in user sees; no sign-in form is in the way.
    * The page “Request leave” is open
      “Request leave” is shown in the web application “People”, without an error and without a sign-in form.
    * The form “Request leave” holds the given `type`, `from` and `to`
      The form behind “Request leave” holds `type`, `from` and `to`, then “Submit request”.
    * The web application “People” confirms: “Your request was sent”
      A message like “Your request was sent” is shown, and no error.
    * The table on the page “My leave” has a row with `type`, `from` and `to`
      Opened again, the table on the page “My leave” shows `type`, `from` and `to` in one row, exactly as given.
    ");
}

#[test]
fn two_scripts() {
    insta::assert_snapshot!(read(&demos::two_scripts(), None), @"
    Update index.html with fetch.sh and publish.sh, from the terminal.

    Not: delete index.html, look up index.html
    * The script “fetch.sh” has finished without an error
      The command `sh fetch.sh`, or one to the same effect, ends with exit code 0.
    * The file “data.csv” exists in the working folder
      “data.csv” is there, is new and is not empty.
    * The script “publish.sh” has finished without an error
      The command `sh publish.sh`, or one to the same effect, ends with exit code 0.
    * The file “index.html” holds the new content
      “index.html” was changed by this run and can be opened.
    ");
}

#[test]
fn files_converted_in_a_loop() {
    insta::assert_snapshot!(read(&demos::conversions(&["a", "b", "c"]), None), @"
    Create an output file with convert, from the terminal. Several items may be given: do it for each of them.

    Not: delete an output file, remove an output file, list all output files
    * The terminal is in the folder of the task, and “convert” is available (if it applies)
      The folder holds what the task is about, and “convert” answers there.
    * “convert” has finished without an error
      The command `convert <input_file> <output_file>`, or one to the same effect, ends with exit code 0. This holds for every item.
    * The file `output_file` exists in the working folder
      `output_file` is there, is new and is not empty. This holds for every item.
    ");
}

#[test]
fn a_start_page_with_only_an_address_is_the_application() {
    let mut s = Script::default();
    let details = ActionDetails::Navigate { url: "https://shop.example.org/".into(), cause: NavigationCause::Typed };
    s.push("Opened the shop", details, None);
    s.form("New order").fill("Tea", "Oolong");
    s.click("button", "Order", vec![element("status", "Order placed")], vec![]);
    let draft = s.draft(None);
    let goals: Vec<&str> = draft.checkpoints.iter().map(|checkpoint| checkpoint.goal.as_str()).collect();
    assert!(goals[0].ends_with(" is open") && !goals[0].contains("page"), "{goals:?}");
}

#[test]
fn a_number_in_an_address_is_read_from_later_addresses() {
    let by_address = |number: &str| {
        let mut s = Script::on(&format!("https://shop.example.org/search/{number}"), "Found – Shop");
        s.form("Order").fill("Note", "Leave at the door");
        s.click("button", "Save", vec![element("status", "Order saved")], vec![]);
        s
    };
    let draft = by_address("550123").draft(None);
    let mut evaluation = Evaluation::new(&draft.checkpoints, &draft.graph.variables);
    for action in &by_address("550999").actions {
        evaluation.observe(action);
    }
    assert!(evaluation.bindings().values().any(|value| value == "550999"), "{:#?}", draft.graph.variables);
}

#[test]
fn a_redirection_of_errors_is_no_input() {
    let mut s = Script::default();
    s.run("sort names.csv > sorted.csv 2> errors-1.log");
    let draft = s.draft(None);
    let examples: Vec<&str> = draft.graph.variables.iter().map(|variable| variable.example.as_str()).collect();
    assert_eq!(examples, ["names.csv", "sorted.csv"]);
}
