//! Drawings: pictures of positions, graphs, trees and tables, by loops over the catalogue.

use bouton::games::GAMES;
use bouton::graph::Graph;
use bouton::graph::diagram::{Diagram, Summary};
use bouton::render::{dot, graph_svg, layout::Layout, svg, table as tables};
use bouton::scene::{Form, Role, Scene, Shape};
use bouton::table::{Cells, Table};
use bouton::{Ask, Error, Outcome, Play, address};
use roxmltree::Document;

fn small() -> Ask<'static> {
    Ask { positions: 500, steps: 200_000, ..Ask::default() }
}

fn number(node: roxmltree::Node<'_, '_>, name: &str) -> f64 {
    node.attribute(name).unwrap_or("0").parse().unwrap()
}

/// Reads a drawing: well formed, named for screen readers, and everything inside the picture.
fn check(text: &str) {
    let document = Document::parse(text).unwrap_or_else(|error| panic!("{error}:\n{text}"));
    let root = document.root_element();
    assert_eq!(root.tag_name().name(), "svg");
    assert_eq!(root.attribute("role"), Some("img"));
    let named = root.children().find(|node| node.has_tag_name("title"));
    assert_eq!(named.and_then(|node| node.text()), root.attribute("aria-label"));
    let (width, height) = (number(root, "width"), number(root, "height"));
    assert_eq!(root.attribute("viewBox"), Some(format!("0 0 {width} {height}").as_str()));
    let inside = |x: f64, y: f64| {
        assert!((0.0..=width).contains(&x) && (0.0..=height).contains(&y), "{x}, {y}\n{text}");
    };
    for node in document.descendants().filter(|node| node.is_element()) {
        assert_ne!(node.tag_name().name(), "script");
        match node.tag_name().name() {
            "circle" => {
                let (x, y, radius) = (number(node, "cx"), number(node, "cy"), number(node, "r"));
                inside(x - radius, y - radius);
                inside(x + radius, y + radius);
            }
            "rect" => {
                let (x, y) = (number(node, "x"), number(node, "y"));
                inside(x, y);
                inside(x + number(node, "width"), y + number(node, "height"));
            }
            "text" => inside(number(node, "x"), number(node, "y")),
            _ => {}
        }
    }
}

#[test]
fn every_game_draws_its_examples() {
    for entry in GAMES {
        let game = address::open(entry.examples[0]).unwrap().game;
        let (position, mv) = entry.example_move;
        let position = game.read(position).unwrap();
        let after = game.play(&position, &game.find_move(&position, mv).unwrap());
        for position in [position, after] {
            check(&svg::scene(&game.scene(&position), &game.address(&position, Play::Normal)));
        }
        for example in entry.examples {
            let opened = address::open(example).unwrap();
            check(&svg::scene(&opened.game.scene(&opened.position), example));
        }
    }
}

/// A scene with everything in it that a scene may have.
fn zoo() -> Scene {
    let mut scene = Scene { width: 9.0, height: 6.0, ..Scene::default() };
    let roles = [
        Role::Stone,
        Role::Square,
        Role::Poison,
        Role::Ground,
        Role::Heads,
        Role::Tails,
        Role::Card,
        Role::Gone,
    ];
    for (index, role) in roles.into_iter().enumerate() {
        let x = index as f64 + 1.0;
        let round = Form::Circle { x, y: 0.6, radius: 0.45 };
        let square = Form::Rectangle { x: x - 0.45, y: 1.15, width: 0.9, height: 0.9 };
        let words = Form::Text { x, y: 2.5 };
        let label = format!("{role:?} <\"&'\u{1}> {index}");
        for (form, caption) in [(round, ""), (square, "12345678"), (words, "some words")] {
            let id = format!("{index}-{caption}");
            scene.shapes.push(Shape::new(id, &label, role, form).with_caption(caption));
        }
    }
    let nodes = [("a", 1.0, 4.0), ("b", 4.0, 4.0), ("c", 7.0, 5.0)];
    for (name, x, y) in nodes {
        let form = Form::Circle { x, y, radius: 0.4 };
        scene.shapes.push(Shape::new(name, name, Role::Node, form).with_caption(name));
    }
    for (index, (from, to)) in [(0, 1), (1, 0), (1, 2), (2, 2)].into_iter().enumerate() {
        let ((_, x, y), (_, to_x, to_y)) = (nodes[from], nodes[to]);
        let form = Form::Line { x, y, to_x, to_y, arrow: true };
        scene.shapes.push(Shape::new(format!("arc-{index}"), "an arrow", Role::Arc, form));
    }
    scene.capped = Some("Of 7 < 8 things & others, not all are drawn.".to_string());
    scene
}

#[test]
fn every_role_and_form_is_drawn_and_text_is_escaped() {
    let text = svg::scene(&zoo(), "<zoo> & \"others\"");
    check(&text);
    let document = Document::parse(&text).unwrap();
    assert_eq!(document.root_element().attribute("aria-label"), Some("<zoo> & \"others\""));
    let titles = document.descendants().filter(|node| node.has_tag_name("title"));
    assert_eq!(titles.count(), 1 + zoo().shapes.len());
    assert!(text.contains("not all are"));
    assert_eq!(text, svg::scene(&zoo(), "<zoo> & \"others\""));
}

#[test]
fn arrows_stop_at_the_border_of_a_node() {
    let (from, to) = ((0.5, 0.5), (4.5, 0.5));
    let node =
        |(x, y), id: &str| Shape::new(id, id, Role::Node, Form::Circle { x, y, radius: 0.5 });
    let line = Form::Line { x: from.0, y: from.1, to_x: to.0, to_y: to.1, arrow: true };
    let shapes = vec![node(from, "a"), node(to, "b"), Shape::new("l", "l", Role::Arc, line)];
    let text = svg::scene(&Scene { width: 5.0, height: 1.0, shapes, capped: None }, "arrow");
    // 40 pixels to a unit and a margin of 16: node b begins at 16 + 4 * 40.
    assert!(text.contains("M176 36L"), "{text}");
    assert!(text.contains("M56 36C"), "{text}");
}

#[test]
fn huge_scenes_stay_small_and_odd_ones_valid() {
    let piles = address::open("nim: 64 64").unwrap();
    let text = svg::scene(&piles.game.scene(&piles.position), "nim");
    check(&text);
    let height = number(Document::parse(&text).unwrap().root_element(), "height");
    assert!(height < 2000.0);
    let odd = Form::Circle { x: f64::NAN, y: 1.0, radius: 1.0 };
    let shapes = vec![Shape::new("odd", "odd", Role::Stone, odd)];
    Document::parse(&svg::scene(&Scene { shapes, ..Scene::default() }, "odd")).unwrap();
}

fn diagram(text: &str, merged: bool, most: usize) -> Result<Diagram, Error> {
    let opened = address::open(text)?;
    Diagram::graph(&opened.game, &opened.position, opened.play, merged, most, &Ask::default())
}

#[test]
fn nim_2_3_4_has_28_positions_114_moves_and_5_to_lose() {
    let merged = diagram("nim: 2 3 4", true, 200).unwrap();
    assert_eq!((merged.nodes.len(), merged.arcs.len()), (28, 114));
    assert_eq!(merged.count(Outcome::Previous), 5);
    let ordered = diagram("nim: 2 3 4", false, 200).unwrap();
    assert_eq!(ordered.nodes.len(), 3 * 4 * 5);
    assert_eq!(ordered.arcs.len(), 270);
    let opened = address::open("nim: 2 3 4").unwrap();
    let summary =
        Summary::new(&opened.game, &opened.position, Play::Normal, true, &Ask::default()).unwrap();
    assert_eq!((summary.vertices, summary.arcs, summary.previous), (28, 114, 5));
    assert_eq!((summary.longest, summary.tree), (Some(9), Some(6244)));
}

#[test]
fn every_game_has_a_graph_whose_arrows_go_down_and_a_tree_that_agrees() {
    let mut drawn = 0;
    for entry in GAMES {
        let game = address::open(entry.examples[0]).unwrap().game;
        let position = &game.read(entry.example_move.0).unwrap();
        for play in Play::BOTH {
            let ask = small();
            let graph = Diagram::graph(&game, position, play, true, 120, &ask);
            let Ok(graph) = graph else { continue };
            drawn += 1;
            let text = graph_svg::graph(&graph, &Ask::default()).unwrap();
            check(&text);
            assert!(graph.nodes[0].start);
            let widths = vec![50.0; graph.nodes.len()];
            let layout = Layout::new(&graph, &widths, &Ask::default()).unwrap();
            if graph.nodes.iter().all(|node| node.longest.is_some()) {
                for arc in &graph.arcs {
                    assert!(layout.nodes[arc.from].1 < layout.nodes[arc.to].1);
                }
            }
            for node in &graph.nodes {
                let wins = graph.arcs.iter().any(|arc| arc.from == node.id && arc.winning);
                let won = node.outcome == Outcome::Next && !node.terminal;
                assert_eq!(wins, won, "{} {}", graph.address, node.position);
            }
            for (index, a) in layout.nodes.iter().enumerate() {
                for b in &layout.nodes[..index] {
                    assert!(a.1 != b.1 || (a.0 - b.0).abs() >= 50.0, "nodes overlap");
                }
            }
            if let Ok(tree) = Diagram::tree(&game, position, play, true, 500, &ask) {
                check(&graph_svg::graph(&tree, &Ask::default()).unwrap());
                assert_eq!(tree.nodes[0].outcome, graph.nodes[0].outcome);
                assert_eq!(tree.arcs.len() + 1, tree.nodes.len());
                let summary = Summary::new(&game, position, play, true, &ask).unwrap();
                assert_eq!(summary.tree, Some(tree.nodes.len() as u128));
            }
        }
    }
    assert!(drawn > GAMES.len(), "only {drawn} graphs were small enough");
}

#[test]
fn play_in_circles_is_drawn_with_its_draws() {
    let mut graph = Graph::new([vec![1, 2], vec![0, 3], vec![2, 4], vec![], vec![3, 2], vec![5]]);
    graph.names = ["a", "b", "c", "d", "e \\ \"q\"", "f"].map(String::from).to_vec();
    let diagram = Diagram::of(&graph, "circles".to_string(), false, Play::Normal);
    assert!(diagram.count(Outcome::Draw) > 0);
    check(&graph_svg::graph(&diagram, &Ask::default()).unwrap());
    let text = dot::graph(&diagram);
    assert!(text.contains("shape=box") && text.contains("e \\\\ \\\"q\\\""), "{text}");
}

#[test]
fn drawings_that_would_be_too_large_are_refused_with_their_size() {
    let message = |result: Result<Diagram, Error>| match result {
        Err(error) if error.is_stopped() => error.to_string(),
        other => panic!("{other:?}"),
    };
    let counted = message(diagram("nim: 9 9 9", true, 200));
    assert!(counted.contains("has 220 nodes"), "{counted}");
    assert_eq!(diagram("nim: 9 9 9", true, 220).unwrap().nodes.len(), 220);
    let large = message(diagram("nim: 99 99 99", true, 200));
    assert!(large.contains("has more than 100000 nodes"), "{large}");
    assert!(message(diagram("nim: 10^30 10^30", true, 200)).contains("too many moves"));
    let opened = address::open("nim: 3 4 5").unwrap();
    let tree =
        Diagram::tree(&opened.game, &opened.position, Play::Normal, true, 200, &Ask::default());
    let tree = message(tree);
    assert!(tree.starts_with("the tree of 'nim: 3 4 5' has "), "{tree}");
}

#[test]
fn a_picture_of_two_hundred_nodes_has_nodes_apart() {
    let graph = diagram("nim: 4 5 6", false, 300).unwrap();
    assert_eq!(graph.nodes.len(), 210);
    let text = graph_svg::graph(&graph, &Ask::default()).unwrap();
    check(&text);
    assert_eq!(text, graph_svg::graph(&graph, &Ask::default()).unwrap(), "not the same twice");
    let column = diagram("nim: 150", true, 200).unwrap();
    check(&graph_svg::graph(&column, &Ask::default()).unwrap());
}

#[test]
fn tables_hold_what_the_solver_says() {
    let game = address::open_named("nim").unwrap();
    let table = Table::new(&game, (5, 7), Play::Normal, false, &Ask::default()).unwrap();
    let Cells::Values(rows) = &table.cells else { panic!("not values") };
    for (row, values) in rows.iter().enumerate() {
        for (column, value) in values.iter().enumerate() {
            assert_eq!(*value, bouton::Value::from((row ^ column) as u64));
        }
    }
    check(&tables::svg(&table));
    let table = Table::new(&game, (3, 3), Play::Misere, false, &Ask::default()).unwrap();
    let Cells::Outcomes(rows) = &table.cells else { panic!("not outcomes") };
    assert_eq!(rows[0], [Outcome::Next, Outcome::Previous, Outcome::Next]);
    assert_eq!(rows[2][2], Outcome::Previous);
    check(&tables::svg(&table));
}

#[test]
fn tables_of_other_positions_or_of_a_wrong_size_are_refused() {
    let ask = small();
    for entry in GAMES {
        let game = address::open(entry.examples[0]).unwrap().game;
        match Table::new(&game, (3, 3), Play::Normal, true, &ask) {
            Ok(table) => check(&tables::svg(&table)),
            Err(Error::Input(message)) => {
                assert!(message.ends_with("table asks for positions of two heaps"), "{message}");
            }
            Err(other) => assert!(!other.to_string().is_empty()),
        }
    }
    let game = address::open_named("nim").unwrap();
    assert!(Table::new(&game, (0, 3), Play::Normal, true, &ask).is_err());
    assert!(Table::new(&game, (3, 1001), Play::Normal, true, &ask).is_err());
    assert!(tables::check_size(101, 100).is_err());
}
