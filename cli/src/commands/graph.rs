//! `bouton graph`: the graph or tree of all positions that can be reached.

use bouton::graph::diagram::{Diagram, Summary};
use bouton::render::{dot, graph_svg, json, summary};
use bouton::{Ask, Error, Play};

use super::fail;
use crate::arguments::{Graph, GraphFormat};
use crate::files::Target;
use crate::input;
use crate::patience::{Patience, listen_for_interrupt};

pub fn run(graph: &Graph) -> u8 {
    listen_for_interrupt();
    let address = graph.address.join(" ");
    let format = if graph.json { Some(GraphFormat::Json) } else { graph.format };
    match write(graph, &address, format) {
        Ok(()) => 0,
        Err(error) => fail(&error, Some(&address), format == Some(GraphFormat::Json)),
    }
}

fn write(graph: &Graph, address: &str, format: Option<GraphFormat>) -> Result<(), Error> {
    let target = Target::new(&graph.output, graph.force)?;
    target.text(&draw(graph, address, format)?)
}

fn draw(graph: &Graph, address: &str, format: Option<GraphFormat>) -> Result<String, Error> {
    let as_json = format == Some(GraphFormat::Json);
    let patience = Patience::new(graph.budget.limits(), Some(address), as_json);
    let tick = |progress| patience.tick(progress);
    let opened = input::address(address)?;
    let play = if graph.misere { Play::Misere } else { opened.play };
    let ask = Ask { tick: &tick, ..graph.budget.ask() };
    let (game, position, merged) = (&opened.game, &opened.position, !graph.ordered);
    let Some(format) = format else {
        return Ok(summary::text(&Summary::new(game, position, play, merged, &ask)?));
    };
    let diagram = if graph.tree {
        Diagram::tree(game, position, play, merged, graph.nodes, &ask)?
    } else {
        Diagram::graph(game, position, play, merged, graph.nodes, &ask)?
    };
    Ok(match format {
        GraphFormat::Svg => graph_svg::graph(&diagram, &ask)?,
        GraphFormat::Dot => dot::graph(&diagram),
        GraphFormat::Json => json::line(&diagram) + "\n",
    })
}
