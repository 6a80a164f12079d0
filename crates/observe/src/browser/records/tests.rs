use super::*;
use serde_json::{Value, json};

const PAGE: &str = "http://wiki.example.org/list";

/// `depth role name [= value] [> url] [| columns x rows]` per line; depth by two spaces, `*` before a role that is on, `!` before a secret one.
fn records(lines: &str) -> (Vec<String>, bool) {
    let mut nodes: Vec<Value> = Vec::new();
    let mut path: Vec<usize> = Vec::new();
    let mut masked = HashSet::new();
    let mut spans = HashMap::new();
    for (at, line) in std::iter::once("RootWebArea T").chain(lines.lines().filter(|line| !line.trim().is_empty())).enumerate() {
        let depth = if at == 0 { 0 } else { 1 + (line.len() - line.trim_start().len()) / 2 };
        let line = line.trim();
        let (line, span) = line.split_once(" | ").map_or((line, None), |(line, span)| (line, span.split_once('x')));
        if let Some((columns, rows)) = span {
            spans.insert(at as i64 + 1, (columns.parse().unwrap(), rows.parse().unwrap()));
        }
        let (line, url) = line.split_once(" > ").map_or((line, ""), |(line, url)| (line, url));
        let (line, value) = line.split_once(" = ").map_or((line, ""), |(line, value)| (line, value));
        let value = value.replace("\\n", "\n");
        let (role, name) = line.split_once(' ').unwrap_or((line, ""));
        if role.starts_with('!') {
            masked.insert(at as i64 + 1);
        }
        path.truncate(depth);
        let parent = path.last().copied();
        path.push(at);
        if let Some(parent) = parent {
            nodes[parent]["childIds"].as_array_mut().unwrap().push((at + 1).to_string().into());
        }
        let name = name.replace('_', " ");
        nodes.push(json!({ "nodeId": (at + 1).to_string(), "parentId": parent.map(|at| (at + 1).to_string()), "ignored": role == "none",
            "childIds": [], "role": { "value": role.trim_start_matches(['*', '!']) }, "name": { "value": name }, "value": { "value": value },
            "backendDOMNodeId": at + 1, "properties": [
                { "name": if url.is_empty() { "level" } else { "url" }, "value": { "value": url } },
                { "name": "checked", "value": { "value": role.starts_with('*').to_string() } },
                { "name": "pressed", "value": { "value": role.starts_with('*').to_string() } },
                { "name": "selected", "value": { "value": role.starts_with('*').to_string() } }] }));
    }
    let mut all = Records::default();
    all.add(&Tree::of(json!({ "nodes": nodes })).with_spans(&spans), &masked, PAGE);
    (all.list.iter().map(line).collect(), all.complete)
}

fn line(record: &ReadRecord) -> String {
    let cells: Vec<String> = record
        .cells
        .iter()
        .map(|cell| if cell.header.is_empty() { cell.text.clone() } else { format!("{}: {}", cell.header, cell.text) })
        .collect();
    let place = record.place.as_ref().map_or(String::new(), |place| format!(" @ {place}"));
    let controls = if record.controls.is_empty() { String::new() } else { format!(" [{}]", record.controls.join(", ")) };
    let link = record.link.as_ref().map_or(String::new(), |link| format!(" > {link}"));
    format!("{:?} {}{controls}{place}{link}", record.kind, cells.join(" | "))
}

#[test]
fn tags_and_buttons_belong_to_their_item() {
    let (read, _) = records(
        "article
  heading Order_of_May
    StaticText Order_of_May
  group
    StaticText open
  list
    listitem
      StaticText Tea
    listitem
      StaticText Office
  button Edit
  button Delete_AKIAIOSFODNN7ABCDEFG
article
  heading Order_of_June
    StaticText Order_of_June
  *button Star
  list
    listitem
      StaticText A_long_answer_to_the_question_of_what_the_office_wants
list
  listitem
    StaticText Fruit
    list
      listitem
        StaticText Pear",
    );
    assert_eq!(
        read,
        [
            "Item Order of May | open | Tea | Office [Edit, Delete ▮▮▮▮▮▮]",
            "Item Order of June [Star (on)]",
            "Item A long answer to the question of what the office wants",
            "Item Fruit",
            "Item Pear",
        ]
    );
}

#[test]
fn boxes_in_which_the_same_can_be_done_are_items() {
    let (read, _) = records(
        "generic
  generic
    StaticText archive
    link Move
    link Remove
  generic
    heading cup.gcode
      StaticText cup.gcode
    generic
      StaticText Size:_33_B
    link Download
    link Move
    link Remove
  none
    heading lid.gcode
      StaticText lid.gcode
    generic
      StaticText Size:_12_B
    link Download
    link Move
    link Remove
generic
  generic
    StaticText Name
    textbox Name = Ada
    button Save
    button Cancel
  generic
    StaticText City
    textbox City = Rome
    button Save
    button Cancel
generic
  heading Connection
    StaticText Connection
  button Refresh
generic
  StaticText All_is_well
  button Refresh",
    );
    assert_eq!(
        read,
        [
            "Item archive",
            "Item cup.gcode | Size: 33 B",
            "Item lid.gcode | Size: 12 B",
            "Text Name",
            "Field Name: Ada",
            "Text City",
            "Field City: Rome",
            "Heading Connection",
            "Text All is well @ Connection",
        ]
    );
}

#[test]
fn a_table_of_records_keeps_every_cell() {
    let (read, complete) = records(
        "heading Customers
  StaticText Customers
table
  none
    row
      columnheader
        checkbox Select_all
      columnheader Name
        StaticText Name
      columnheader City
        StaticText City
      columnheader Do
        StaticText Do
  rowgroup
    row
      cell
        *checkbox
      cell
        link Ada > http://wiki.example.org/c/1?token=ghp_abcdefghijklmnopqrstuvwxyz0123456789
          StaticText Ada
      cell
      cell
        button Delete
          StaticText Delete
    row
      cell
        checkbox
      cell
        link Grace > http://elsewhere.example/c/2
          StaticText Grace
      cell
        StaticText New_York
      cell
    row
      cell
        StaticText No_more_customers",
    );
    assert_eq!(
        read,
        [
            "Heading Customers",
            "Row checked | Name: Ada | City:  | Do:  [Delete] @ Customers > http://wiki.example.org/c/1?token=▮▮▮▮▮▮",
            "Row  | Name: Grace | City: New York | Do:  @ Customers",
            "Text No more customers @ Customers",
        ]
    );
    assert!(complete);
}

#[test]
fn a_table_of_labels_is_fields_whatever_its_markup() {
    let (read, _) = records(
        "table
  row
    rowheader
      StaticText Name:
    cell
      textbox = Ada
  row
    rowheader
      StaticText Owner
    cell
      StaticText Grace
    rowheader
      StaticText State
    cell
      combobox = open
LayoutTable
  LayoutTableRow
    LayoutTableCell
      StaticText Urgent
    LayoutTableCell
      *checkbox
  LayoutTableRow
    LayoutTableCell
      StaticText API_key
    LayoutTableCell
      textbox = zz top
  LayoutTableRow
    LayoutTableCell
      StaticText plain
    LayoutTableCell
      StaticText cells
DescriptionList
  none
    term
      StaticText City
    definition
      StaticText Lon
      StaticText don",
    );
    assert_eq!(
        read,
        [
            "Field Name: Ada",
            "Field Owner: Grace",
            "Field State: open",
            "Field Urgent: checked",
            "Field API key: ▮▮▮▮▮▮",
            "Row plain | cells",
            "Field City: London",
        ]
    );
}

#[test]
fn each_line_of_a_long_text_is_a_record() {
    let (read, _) = records(
        "generic
  StaticText 5
generic
  textbox = Stock\\n\\nMint: 2
textbox Notes = Fresh\\nBlack
textbox Title = Teas",
    );
    let expected = [
        "Text 5",
        "Field Stock\n\nMint: 2",
        "Line Stock",
        "Line Mint: 2",
        "Field Notes: Fresh\nBlack",
        "Line Fresh @ Notes",
        "Line Black @ Notes",
        "Field Title: Teas",
    ];
    assert_eq!(read, expected, "the number of a line is no label");
}

#[test]
fn radio_buttons_that_belong_together_are_one_field() {
    let (read, _) = records(
        "heading Order
  StaticText Order
generic
  StaticText Tea:
LabelText
  radio Assam
  StaticText Assam
LabelText
  *radio Sencha from the first harvest
  generic
    StaticText Sencha
  generic
    StaticText from the first harvest
textbox Amount = 4
radiogroup Delivery
  *radio Today
  radio Tomorrow
LabelText
  *checkbox Wrap it costs nothing
  generic
    StaticText Wrap it
  generic
    StaticText costs nothing
LabelText
  *radio Cash
  StaticText Cash
radio Card
*radio Short
radio Long",
    );
    let fields: Vec<&String> = read.iter().filter(|one| one.starts_with("Field")).collect();
    assert_eq!(
        fields,
        [
            "Field Tea: Sencha @ Order",
            "Field Amount: 4 @ Order",
            "Field Delivery: Today @ Order",
            "Field Wrap it costs nothing: checked @ Order",
            "Field Cash @ Order",
            "Field Short @ Order",
        ],
        "{read:#?}"
    );
}

#[test]
fn fields_items_and_texts_are_read_once() {
    let (read, _) = records(
        "LabelText
  StaticText Word_
  !textbox Word = hunter2
    generic
      StaticText hunter2
generic
  StaticText Title:
  textbox = Week 47
generic
  StaticText Body
generic
  textbox = Text
*radio Large
listbox Colours
  *option red
  option blue
  *option green
list Menu
  listitem
    ListMarker •
    link Bread > http://wiki.example.org/b
      StaticText Bread
    StaticText _fresh
  listitem
    list
      listitem
        *checkbox Milk
        StaticText Milk
article
  heading Card
    StaticText Card
  StaticText Text
alert
  StaticText Saved
paragraph
  StaticText Hello_
  link you > http://wiki.example.org/you
    StaticText you
  StaticText !
button Save
  StaticText Save",
    );
    assert_eq!(
        read,
        [
            "Field Word: ▮▮▮▮▮▮",
            "Field Title: Week 47",
            "Field Body: Text",
            "Field Large: checked",
            "Field Colours: red, green",
            "Item Bread fresh @ Menu > http://wiki.example.org/b",
            "Item checked Milk @ Menu",
            "Item Card | Text",
            "Message Saved",
            "Text Hello you!",
        ]
    );
}

#[test]
fn an_item_is_read_in_the_parts_that_somebody_sees() {
    let (read, _) = records(
        "list Files
  listitem
    generic
      StaticText notes
    none
      StaticText 10s_ago
  listitem
    button shop.toml
      StaticText shop.toml
    none
      StaticText 12s_ago
    button Delete
      StaticText Delete
  listitem
    *checkbox
    none
      StaticText Buy_
    strong
      StaticText milk
    StaticText ,_and_eggs
    button Delete
      StaticText Delete
    heading Later
      StaticText Later",
    );
    assert_eq!(
        read,
        [
            "Item notes | 10s ago @ Files",
            "Item shop.toml | 12s ago [Delete] @ Files",
            "Item checked Buy milk, and eggs | Later [Delete] @ Files",
        ]
    );
}

#[test]
fn a_cut_reading_says_so() {
    let many: String = (0..MAX_RECORDS + 3).map(|at| format!("paragraph\n  StaticText Line_{at}\n")).collect();
    let (read, complete) = records(&many);
    assert_eq!((read.len(), complete), (MAX_RECORDS, false));
    let (read, _) = records(&format!("paragraph\n  StaticText {}", "x_".repeat(MAX_CELL)));
    assert_eq!(read[0].chars().count(), "Text ".len() + MAX_CELL);
}

#[test]
fn headers_beside_an_action_and_entries_of_menus_are_no_records() {
    let (read, _) = records(
        "navigation Main
  list
    listitem
      link Invoices > http://wiki.example.org/invoices
        StaticText Invoices
list Pagination
  listitem
    link 2 > http://wiki.example.org/list?page=2
      StaticText page_2
table
  row
    cell
      link Modify > http://wiki.example.org/modify
        StaticText Modify
    rowheader id
      StaticText id
    columnheader name
      StaticText name
  row
    cell
      link edit > http://wiki.example.org/edit/3
        StaticText edit
    cell
      StaticText 3
    cell
      StaticText Ada
table
  row
    rowheader
      StaticText plan
    cell
      combobox
    cell
      textbox = basic
!textbox = hunter2",
    );
    assert_eq!(
        read,
        [
            "Text Invoices > http://wiki.example.org/invoices",
            "Text page 2 > http://wiki.example.org/list?page=2",
            "Row Modify: edit | id: 3 | name: Ada > http://wiki.example.org/edit/3",
            "Field plan: basic",
            "Field Password: ▮▮▮▮▮▮",
        ]
    );
}

#[test]
fn links_that_are_drawn_under_the_pointer_are_no_part_of_a_cell() {
    let (read, _) = records(
        "table
  row
    columnheader
      StaticText Title
    columnheader
      StaticText Tags
    columnheader
      StaticText Date
  row
    cell
      link Seed_swap > http://wiki.example.org/5
        StaticText Seed_swap
      link Edit_“Seed_swap” > http://wiki.example.org/5/edit
      link Move_“Seed_swap”_to_the_Trash > http://wiki.example.org/5/trash
    cell
      link hall > http://wiki.example.org/tag/1
        StaticText hall
      StaticText ,_
      link seeds > http://wiki.example.org/tag/2
        StaticText seeds
    cell
      StaticText today",
    );
    assert_eq!(read, ["Row Title: Seed swap | Tags: hall, seeds | Date: today > http://wiki.example.org/5"]);
}

#[test]
fn an_example_of_a_value_is_no_name_of_its_field() {
    for example in ["https://…", "ada@example.org", "0.00", "+49 151", "DD.MM.YYYY", "mm / yy", "hh:mm", "E.g. Monday", "••••••"]
    {
        let (read, _) = records(&format!("generic\n  StaticText Place\ngeneric\n  textbox {example} = 4"));
        assert_eq!(read, ["Field Place: 4"], "{example}");
    }
    for name in ["Site", "Days", "My ds", "Mail @ home", "Such", "Preis in €"] {
        let (read, _) = records(&format!("generic\n  StaticText Place\ngeneric\n  textbox {name} = 4"));
        assert_eq!(read, ["Text Place", &format!("Field {name}: 4")], "{name}");
    }
    let (read, _) = records("textbox 0.00 = 4");
    assert_eq!(read, ["Field 0.00: 4"]);
}

#[test]
fn a_heading_just_before_choices_asks_for_them() {
    let (read, _) = records("heading Delivery\n  StaticText Delivery\nradio Today\n*radio Later");
    assert_eq!(read, ["Heading Delivery", "Field Delivery: Later @ Delivery"]);
    let (read, _) = records("heading Shop\n  StaticText Shop\ngeneric\n  StaticText Day\nradio Today\n*radio Later");
    assert_eq!(read, ["Heading Shop", "Field Day: Later @ Shop"]);
}

#[test]
fn a_header_says_nothing_of_what_sorts_its_column() {
    let (read, _) = records(
        "table
  row
    columnheader Toggle_sorting_Name
      link Toggle_sorting > http://wiki.example.org/list?o=-1
      link Name > http://wiki.example.org/list?o=1
        StaticText Name
    columnheader City
      link City > http://wiki.example.org/list?o=2
        StaticText City
  row
    cell
      StaticText Ada
    cell
      StaticText London",
    );
    assert_eq!(read, ["Row Name: Ada | City: London"]);
}

#[test]
fn labels_that_end_with_a_colon_have_values_beside_them() {
    let (read, _) = records(
        "table
  row
    cell
      StaticText Status:
    cell
      StaticText Closed
    cell
      StaticText Priority:
    cell
      StaticText Zero
  row
    cell
      StaticText Resolution:
    cell
      StaticText Workaround",
    );
    assert_eq!(read, ["Field Status: Closed", "Field Priority: Zero", "Field Resolution: Workaround"]);
}

#[test]
fn what_stands_beside_a_label_is_its_value() {
    let (read, _) = records(
        "heading Door_of_room_104
  StaticText Door_of_room_104
generic
  generic
    StaticText Status:
  generic
    StaticText In_progress
none
  none
    StaticText Assignee:
  none
    link Tom_Achebe > http://wiki.example.org/users/8
      StaticText Tom_Achebe
generic
  generic
    StaticText Target_version:
  generic
generic
  generic
    StaticText Contact_phone:
generic
  link Quote > http://wiki.example.org/quote
    StaticText Quote
generic
  generic
    StaticText What_happened:
  generic
    StaticText Asked_by:
generic
  generic
    StaticText Where_is_it?_Here:
  generic
    textbox Place = room 104",
    );
    assert_eq!(
        read,
        [
            "Heading Door of room 104",
            "Field Status: In progress @ Door of room 104",
            "Field Assignee: Tom Achebe @ Door of room 104 > http://wiki.example.org/users/8",
            "Field Target version:  @ Door of room 104",
            "Text Contact phone: @ Door of room 104",
            "Text Quote @ Door of room 104 > http://wiki.example.org/quote",
            "Text What happened: @ Door of room 104",
            "Text Asked by: @ Door of room 104",
            "Text Where is it? Here: @ Door of room 104",
            "Field Place: room 104 @ Door of room 104",
        ]
    );
}

#[test]
fn rows_of_a_table_that_is_drawn_with_boxes_are_records() {
    let cells = |texts: [&str; 3]| texts.map(|text| format!("      none\n        StaticText {text}\n")).concat();
    let row = |texts| format!("  none\n    none\n{}", cells(texts));
    let head = ["Day", "Payee", "Amount"];
    let rows = [["2026-01-05", "Corner_shop", "63.40"], ["2026-01-09", "Valley_Power", "72.15"]].map(row).concat();
    let (read, _) = records(&format!("none\n{}{rows}", row(head)));
    assert_eq!(
        read,
        ["Item Day | Payee | Amount", "Item 2026-01-05 | Corner shop | 63.40", "Item 2026-01-09 | Valley Power | 72.15"]
    );
    // The columns of a board hold lists.
    let column = |name: &str, cards: &str| format!("  none\n    none\n      StaticText {name}\n    none\n{cards}");
    let card = |name: &str| format!("      none\n        StaticText {name}\n");
    let cards = |names: [&str; 3]| names.map(card).concat();
    let board = [
        column("To_do", &cards(["Oil", "Sand", "Wax"])),
        column("Doing", &cards(["Saw", "Plane", "Glue"])),
        column("Done", &cards(["Draw", "Buy", "Cut"])),
    ];
    let (read, _) = records(&format!("none\n{}", board.concat()));
    assert!(read.iter().all(|record| !record.starts_with("Item")), "{read:?}");
}

/// A table as lines for [`records`]: a line a row, cells between `;`, of these roles; a span after the text in brackets.
fn table(role: &str, heads: usize, rows: &str) -> String {
    let mut out = "table".to_owned();
    for (at, row) in rows.lines().enumerate() {
        out += "\n  row";
        for cell in row.split(';') {
            let (text, span) = cell
                .split_once('[')
                .map_or((cell, String::new()), |(text, span)| (text, format!(" | {}", span.trim_end_matches(']'))));
            let role = if at < heads { "columnheader" } else { role };
            out += &format!("\n    {role} {text}{span}");
            if !text.is_empty() {
                out += &format!("\n      StaticText {text}");
            }
        }
    }
    out
}

#[test]
fn a_header_names_all_columns_that_it_covers() {
    let (read, _) = records(&table("cell", 2, "Name[1x2];Price[2x1];Place[1x2]\nnet;gross\nTea;3;4;Shelf\nCoffee;5;6;Cupboard"));
    assert_eq!(
        read,
        ["Row Name: Tea | net: 3 | gross: 4 | Place: Shelf", "Row Name: Coffee | net: 5 | gross: 6 | Place: Cupboard",]
    );
    let (read, _) = records(&table("cell", 1, "N°[2x1];Guest;Paid\nx;12;Ada;80\nx;13;Alan;90"));
    assert_eq!(read[0], "Row N°: x | N°: 12 | Guest: Ada | Paid: 80");
}

#[test]
fn a_cell_over_several_rows_moves_no_value_below_another_header() {
    let (read, _) = records(&table("cell", 1, "Day;Hour;Room\nMonday[1x3];9;Elm\n10;Birch\n11;Cedar\nTuesday;9;Ash"));
    assert_eq!(
        read,
        [
            "Row Day: Monday | Hour: 9 | Room: Elm",
            "Row Hour: 10 | Room: Birch",
            "Row Hour: 11 | Room: Cedar",
            "Row Day: Tuesday | Hour: 9 | Room: Ash",
        ]
    );
}

#[test]
fn a_first_row_of_words_above_numbers_is_the_head_of_a_table() {
    let (read, _) =
        records(&table("cell", 0, "N°[2x1];Arrival;Guest;Paid\nx;12;3_May_2026;Ada;80\nx;13;4_May_2026;Alan;90\n;;;;170"));
    assert_eq!(read[0], "Row N°: x | N°: 12 | Arrival: 3 May 2026 | Guest: Ada | Paid: 80");
    assert_eq!(read.len(), 3, "{read:?}");
    for rows in [
        // Each row is a thing of its own.
        "Ada;London;Active\nGrace;Paris;Gone\nAlan;Rome;Active",
        // Labels with values, and what can be done with each.
        "Name;Ada;Change\nBorn;1815;Change\nChildren;3;Change\nHouse;12;Change",
        "Total:;none;yet\nMay;3;4\nJune;5;6",
        "Room 1;Ada;80\nRoom 2;Alan;90\nRoom 3;Grace;70",
        "Tea;Hot\n3;4\n5;6",
    ] {
        let (read, _) = records(&table("cell", 0, rows));
        assert!(read[0].starts_with("Row") && !read[0].contains(": ") || read.len() == rows.lines().count(), "{rows}: {read:?}");
    }
}

#[test]
fn a_header_over_the_whole_table_is_its_title() {
    let (read, _) = records(&table("cell", 2, "Orders_of_May[3x1]\nName;Count;Place\nTea;3;Shelf"));
    assert_eq!(read, ["Row Name: Tea | Count: 3 | Place: Shelf @ Orders of May"]);
}

#[test]
fn the_last_sentence_before_a_field_is_its_label() {
    let (read, _) = records(
        "paragraph
  StaticText The_paid_money_will_be_changed_from_80_to_340_Euros_(+260)._Payment_method:
  textbox  = cash
paragraph
  StaticText Dear_Mr._Smith
  textbox  = hello
paragraph
  StaticText 金額を入力してください。支払方法
  textbox  = 現金",
    );
    assert_eq!(
        read,
        [
            "Text The paid money will be changed from 80 to 340 Euros (+260).",
            "Field Payment method: cash",
            "Field Dear Mr. Smith: hello",
            "Text 金額を入力してください。",
            "Field 支払方法: 現金",
        ]
    );
}
