//! Where the nodes and arrows of a diagram stand.
//!
//! The layers come from the theory (the longest play, or the depth in a tree), and most arcs skip
//! some of them. A general layout crate such as rust-sugiyama chooses layers of its own and fills
//! every skipped layer with a dummy node, which for such graphs are many times more than nodes.
//! Here only the order within the layers and the places are chosen.

use super::ink::within;
use crate::ask::{Ask, Meter};
use crate::error::Error;
use crate::graph::diagram::Diagram;
use bouton_core::order::InOrder;

/// A point.
pub type Point = (f64, f64);

/// The places of everything in a diagram, in pixels from the upper left corner.
#[derive(Clone, Debug, PartialEq)]
pub struct Layout {
    /// Width of the whole.
    pub width: f64,
    /// Height of the whole.
    pub height: f64,
    /// The centre of each node.
    pub nodes: Vec<Point>,
    /// For each arc cubic curves one after the other: the start, then for each curve two points that
    /// pull it and its end.
    pub curves: Vec<Vec<Point>>,
}

/// The height of every node.
pub const NODE_HEIGHT: f64 = 26.0;
/// Room between neighbours in a layer.
const GAP: f64 = 26.0;
/// Rounds of ordering, and of moving nodes to their neighbours without changing the order.
const SWEEPS: usize = 24;
const ROUNDS: usize = 40;
/// Pairs of arcs compared at most when crossings are counted.
const MOST_ARCS_COMPARED: usize = 1500;
/// How far a curve may be pulled aside to pass between nodes.
const BENDS: [f64; 13] =
    [0.0, -30.0, 30.0, -60.0, 60.0, -95.0, 95.0, -140.0, 140.0, -200.0, 200.0, -280.0, 280.0];

impl Layout {
    /// Places a diagram whose nodes have these widths.
    pub fn new(diagram: &Diagram, widths: &[f64], ask: &Ask<'_>) -> Result<Layout, Error> {
        let mut plan = Plan::new(diagram, widths);
        let mut meter = Meter::new(ask);
        if diagram.tree {
            plan.place_tree();
        } else {
            plan.order(&mut meter)?;
            plan.settle(&mut meter)?;
        }
        plan.finish(&mut meter)
    }
}

/// A layout in the making. Rows are numbered from the top.
struct Plan<'a> {
    widths: &'a [f64],
    row_of: Vec<usize>,
    rows: Vec<Vec<usize>>,
    arcs: Vec<(usize, usize)>,
    /// Which arcs are winning moves.
    winning: Vec<bool>,
    /// Neighbours in higher rows and in lower rows.
    above: Vec<Vec<usize>>,
    below: Vec<Vec<usize>>,
    x: Vec<f64>,
}

impl<'a> Plan<'a> {
    fn new(diagram: &Diagram, widths: &'a [f64]) -> Plan<'a> {
        let count = diagram.nodes.len();
        let top = diagram.nodes.iter().map(|node| node.layer).max().unwrap_or(0);
        let row_of: Vec<usize> =
            diagram.nodes.iter().map(|node| (top - node.layer) as usize).collect();
        let mut rows = vec![Vec::new(); top as usize + 1];
        for (node, row) in row_of.iter().enumerate() {
            rows[*row].push(node);
        }
        let arcs: Vec<(usize, usize)> = diagram.arcs.iter().map(|arc| (arc.from, arc.to)).collect();
        let (mut above, mut below) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for (from, to) in &arcs {
            let (high, low) = if row_of[*from] < row_of[*to] { (*from, *to) } else { (*to, *from) };
            if row_of[high] < row_of[low] {
                below[high].push(low);
                above[low].push(high);
            }
        }
        let winning = diagram.arcs.iter().map(|arc| arc.winning).collect();
        let mut plan =
            Plan { widths, row_of, rows, arcs, winning, above, below, x: vec![0.0; count] };
        for row in 0..plan.rows.len() {
            plan.place_row(row, &vec![0.0; plan.rows[row].len()]);
        }
        plan
    }

    /// The mean place of some neighbours; those in near rows count more.
    fn mean(&self, node: usize, neighbours: &[&[usize]]) -> Option<f64> {
        let (mut sum, mut weights) = (0.0, 0.0);
        for neighbour in neighbours.iter().copied().flatten() {
            let weight = 1.0 / self.row_of[node].abs_diff(self.row_of[*neighbour]).max(1) as f64;
            sum += self.x[*neighbour] * weight;
            weights += weight;
        }
        (weights > 0.0).then(|| sum / weights)
    }

    /// Gives the nodes of a row, in their order, the places nearest to those wished for such that
    /// neighbours keep their distance: least squares by pooling adjacent violators.
    fn place_row(&mut self, row: usize, wishes: &[f64]) {
        let nodes = &self.rows[row];
        // Blocks of nodes that touch: how many, and the sum of their wishes.
        let mut blocks: Vec<(f64, f64)> = Vec::new();
        let mut offsets = Vec::with_capacity(nodes.len());
        let mut offset = 0.0;
        for (index, node) in nodes.iter().enumerate() {
            if index > 0 {
                offset += (self.widths[nodes[index - 1]] + self.widths[*node]) / 2.0 + GAP;
            }
            offsets.push(offset);
            let mut block = (1.0, wishes[index] - offset);
            while let Some(last) = blocks.last()
                && last.1 / last.0 >= block.1 / block.0
            {
                block = (block.0 + last.0, block.1 + last.1);
                blocks.pop();
            }
            blocks.push(block);
        }
        let places = blocks.iter().flat_map(|(count, sum)| vec![sum / count; *count as usize]);
        for ((node, place), offset) in nodes.iter().zip(places).zip(offsets) {
            self.x[*node] = place + offset;
        }
    }

    /// Sweeps down and up: each row is sorted by the mean place of its neighbours in the rows that
    /// the sweep has passed. The best of all orders met is kept.
    fn order(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        let mut best = (self.badness(), self.rows.clone(), self.x.clone());
        for sweep in 0..SWEEPS {
            meter.work((self.arcs.len() + self.x.len()) as u64)?;
            let down = sweep % 2 == 0;
            for index in 0..self.rows.len() {
                let row = if down { index } else { self.rows.len() - 1 - index };
                let mut wished: Vec<(f64, usize)> = Vec::with_capacity(self.rows[row].len());
                for node in &self.rows[row] {
                    let passed = if down { &self.above[*node] } else { &self.below[*node] };
                    wished.push((self.mean(*node, &[passed]).unwrap_or(self.x[*node]), *node));
                }
                wished.put_in_order_by(|a, b| a.0.total_cmp(&b.0));
                let (wishes, nodes): (Vec<f64>, Vec<usize>) = wished.into_iter().unzip();
                self.rows[row] = nodes;
                self.place_row(row, &wishes);
            }
            let badness = self.badness();
            if badness < best.0 {
                best = (badness, self.rows.clone(), self.x.clone());
            }
        }
        (_, self.rows, self.x) = best;
        Ok(())
    }

    /// How many arcs cross, drawn straight; for very many arcs their length instead.
    fn badness(&self) -> f64 {
        let point = |node: usize| (self.x[node], self.row_of[node] as f64);
        if self.arcs.len() > MOST_ARCS_COMPARED {
            return self.arcs.iter().map(|(a, b)| (self.x[*a] - self.x[*b]).abs()).sum();
        }
        // From the upper end to the lower, sorted by the row of the upper: once an arc begins below
        // another's end, so do all that follow.
        let mut lines: Vec<(Point, Point)> = self
            .arcs
            .iter()
            .map(|(a, b)| (point(*a), point(*b)))
            .map(|(a, b)| if a.1 <= b.1 { (a, b) } else { (b, a) })
            .collect();
        lines.put_in_order_by(|(a, _), (b, _)| a.1.total_cmp(&b.1));
        let mut crossings = 0u32;
        for (index, (a, b)) in lines.iter().enumerate() {
            for (c, d) in lines[index + 1..].iter().take_while(|(c, _)| c.1 < b.1) {
                // Lines that share an end have no side between them and do not count.
                crossings += u32::from(cross(*a, *b, *c, *d));
            }
        }
        f64::from(crossings)
    }

    /// Moves nodes towards their neighbours without changing the order.
    fn settle(&mut self, meter: &mut Meter<'_>) -> Result<(), Error> {
        for round in 0..ROUNDS {
            meter.work((self.arcs.len() + self.x.len()) as u64)?;
            for index in 0..self.rows.len() {
                let row = if round % 2 == 0 { index } else { self.rows.len() - 1 - index };
                let wish = |node: &usize| {
                    let neighbours = [&self.above[*node][..], &self.below[*node][..]];
                    self.mean(*node, &neighbours).unwrap_or(self.x[*node])
                };
                let wishes: Vec<f64> = self.rows[row].iter().map(wish).collect();
                self.place_row(row, &wishes);
            }
        }
        Ok(())
    }

    /// A tree: subtrees stand side by side as close as their outlines allow, a node above the
    /// middle of its options. Nodes come parents first, options from left to right.
    fn place_tree(&mut self) {
        let count = self.x.len();
        // For each row below a node, how far its subtree reaches to the left and to the right.
        let mut outlines: Vec<Vec<(f64, f64)>> = vec![Vec::new(); count];
        let mut shift = vec![0.0; count];
        for node in (0..count).rev() {
            let children = self.below[node].clone();
            let mut whole: Vec<(f64, f64)> = Vec::new();
            for child in &children {
                let outline = std::mem::take(&mut outlines[*child]);
                let clash = whole.iter().zip(&outline).map(|(left, right)| left.1 - right.0 + GAP);
                let by = if whole.is_empty() { 0.0 } else { clash.fold(f64::MIN, f64::max) };
                shift[*child] = by;
                for (depth, (left, right)) in outline.iter().enumerate() {
                    match whole.get_mut(depth) {
                        Some(row) => row.1 = right + by,
                        None => whole.push((left + by, right + by)),
                    }
                }
            }
            let middle = match (children.first(), children.last()) {
                (Some(first), Some(last)) => (shift[*first] + shift[*last]) / 2.0,
                _ => 0.0,
            };
            children.iter().for_each(|child| shift[*child] -= middle);
            whole.iter_mut().for_each(|row| *row = (row.0 - middle, row.1 - middle));
            let half = self.widths[node] / 2.0;
            whole.insert(0, (-half, half));
            outlines[node] = whole;
        }
        for (node, shift) in shift.into_iter().enumerate() {
            self.x[node] = shift + self.above[node].first().map_or(0.0, |parent| self.x[*parent]);
        }
    }

    /// Rows get their heights, arcs their curves, and everything moves to positive places.
    fn finish(self, meter: &mut Meter<'_>) -> Result<Layout, Error> {
        let half = |node: usize| self.widths[node] / 2.0;
        let reach = |sign: f64, node: usize| sign * self.x[node] + half(node);
        let ends =
            |sign: f64| (0..self.x.len()).fold(0.0, |far: f64, node| far.max(reach(sign, node)));
        // Wide pictures need steeper arrows.
        let spread = ends(1.0) + ends(-1.0);
        let pitch = NODE_HEIGHT + within(spread / 16.0, 48.0, 110.0);
        let mut nodes: Vec<Point> = (0..self.x.len())
            .map(|node| (self.x[node], self.row_of[node] as f64 * pitch + NODE_HEIGHT / 2.0))
            .collect();
        let mut curves: Vec<Vec<Point>> = Vec::with_capacity(self.arcs.len());
        for (arc, (from, to)) in self.arcs.iter().enumerate() {
            // Each way that is tried is compared with the nodes of the rows between.
            let rows = &self.rows[self.row_of[*from].min(self.row_of[*to])..=self.row_of[*to]];
            meter.work(rows.iter().map(|row| 1 + row.len() as u64).sum())?;
            curves.push(self.curve(&nodes, arc, *from, *to, pitch));
        }
        let (mut left, mut right, mut top, mut bottom) = (0f64, 0f64, 0f64, 0f64);
        for (node, (x, y)) in nodes.iter().enumerate() {
            (left, right) = (left.min(x - half(node)), right.max(x + half(node)));
            (top, bottom) = (top.min(y - NODE_HEIGHT / 2.0), bottom.max(y + NODE_HEIGHT / 2.0));
        }
        for point in curves.iter().flat_map(|curve| samples(curve)) {
            (left, right) = (left.min(point.0), right.max(point.0));
            (top, bottom) = (top.min(point.1), bottom.max(point.1));
        }
        let points = nodes.iter_mut().chain(curves.iter_mut().flatten());
        points.for_each(|point| *point = (point.0 - left, point.1 - top));
        Ok(Layout { width: right - left, height: bottom - top, nodes, curves })
    }

    fn curve(&self, nodes: &[Point], arc: usize, from: usize, to: usize, pitch: f64) -> Vec<Point> {
        let ((x, y), (to_x, to_y)) = (nodes[from], nodes[to]);
        let (half, to_half) = (self.widths[from] / 2.0, self.widths[to] / 2.0);
        let high = NODE_HEIGHT / 2.0;
        if from == to {
            let right = x + half - 6.0;
            return vec![
                (right - 4.0, y - high),
                (right + 14.0, y - high - 30.0),
                (right + 34.0, y - 4.0),
                (x + half, y),
            ];
        }
        if y == to_y {
            // In one row: over the heads of those between.
            let rise = high + 14.0 + ((to_x - x).abs() / 12.0).min(pitch - NODE_HEIGHT);
            return vec![(x, y - high), (x, y - rise), (to_x, y - rise), (to_x, to_y - high)];
        }
        if y > to_y {
            // Back up, which only play in circles does: from side to side, outwards.
            let out = 40.0 + 0.12 * (y - to_y);
            let side = if x + to_x >= 0.0 { 1.0 } else { -1.0 };
            let (start, end) = (x + side * half, to_x + side * to_half);
            return vec![
                (start, y),
                (start + side * out, y),
                (end + side * out, to_y),
                (end, to_y),
            ];
        }
        let between = &self.rows[self.row_of[from] + 1..self.row_of[to]];
        let passed = &self.rows[self.row_of[from]..=self.row_of[to]];
        if !between.is_empty() && passed.iter().all(|row| row.len() == 1) {
            // A single column, as of one heap: nested bows, the winning moves on their own side.
            let side = if self.winning[arc] { 1.0 } else { -1.0 };
            let out = side * 36.0 * ((between.len() + 1) as f64).powf(0.7);
            let (start, end) = (x + side * half, to_x + side * to_half);
            return vec![(start, y), (start + out, y), (end + out, to_y), (end, to_y)];
        }
        // Arrows leave and arrive a little to the side they come from.
        let aside = |half: f64| within((to_x - x) * 0.12, -half * 0.55, half * 0.55);
        let start = (x + aside(half), y + high);
        let end = (to_x - aside(to_half), to_y - high);
        let pull = (end.1 - start.1) * 0.42;
        let bent = |bend: f64| {
            vec![start, (start.0 + bend, start.1 + pull), (end.0 + bend, end.1 - pull), end]
        };
        if self.row_of[to] == self.row_of[from] + 1 {
            return bent(0.0);
        }
        // A single curve if one passes between the nodes, or else a way through the gaps.
        let cost = |bend: f64| {
            let curve = bent(bend);
            (self.hits(nodes, from, to, &curve) * 100.0 + bend.abs() * 0.5, curve)
        };
        let single = BENDS.iter().map(|bend| cost(*bend));
        single
            .chain([self.way_through(nodes, arc, to, start, end)])
            .min_by(|a, b| a.0.total_cmp(&b.0))
            .map_or_else(|| bent(0.0), |(_, curve)| curve)
    }

    /// A smooth way that heads for the end and steps aside, row by row, to the nearest gap between
    /// nodes; with its cost, which grows with every step aside.
    fn way_through(
        &self,
        nodes: &[Point],
        arc: usize,
        to: usize,
        start: Point,
        end: Point,
    ) -> (f64, Vec<Point>) {
        let from = self.arcs[arc].0;
        let mut stops = vec![start];
        let mut cost = 12.0;
        // Arcs that share a gap keep a little apart.
        let clear = 5.0 + (arc * 7 % 16) as f64 * 0.5;
        for row in self.row_of[from] + 1..self.row_of[to] {
            let Some(first) = self.rows[row].first() else { continue };
            let y = nodes[*first].1;
            let (x, before) = stops[stops.len() - 1];
            let wish = x + (end.0 - x) * (y - before) / (end.1 - before);
            let reach = |node: &usize| self.widths[*node] / 2.0 + clear;
            let hit =
                self.rows[row].iter().find(|node| (nodes[**node].0 - wish).abs() < reach(node));
            let x = match hit {
                // The gap beyond is wide enough for `clear` on both sides.
                Some(node) if wish < nodes[*node].0 => nodes[*node].0 - reach(node),
                Some(node) => nodes[*node].0 + reach(node),
                None => wish,
            };
            cost += (x - wish).abs() * 0.4;
            stops.push((x, y));
        }
        stops.push(end);
        let mut curve = vec![start];
        for index in 1..stops.len() {
            let (before, after) = (stops[index - 1], stops[index]);
            let height = (after.1 - before.1) * 0.4;
            // The slope at a stop is that between its neighbours; arrows leave and arrive upright.
            let slope = |at: usize| match (at.checked_sub(1), stops.get(at + 1)) {
                (Some(last), Some(next)) => {
                    (next.0 - stops[last].0) / (next.1 - stops[last].1).max(1.0)
                }
                _ => 0.0,
            };
            curve.push((before.0 + slope(index - 1) * height, before.1 + height));
            curve.push((after.0 - slope(index) * height, after.1 - height));
            curve.push(after);
        }
        (cost, curve)
    }

    /// How often a curve runs over nodes that it does not join.
    fn hits(&self, nodes: &[Point], from: usize, to: usize, curve: &[Point]) -> f64 {
        let between = &self.rows[self.row_of[from] + 1..self.row_of[to]];
        let pitch = (nodes[to].1 - nodes[from].1) / (between.len() + 1) as f64;
        let mut hits = 0.0;
        for (x, y) in samples(curve) {
            let row = ((y - nodes[from].1) / pitch).round() as usize;
            if row == 0 || row > between.len() {
                continue;
            }
            let hit = |node: &&usize| {
                let ((place, level), half) = (nodes[**node], self.widths[**node] / 2.0 + 4.0);
                (x - place).abs() < half && (y - level).abs() < NODE_HEIGHT / 2.0 + 3.0
            };
            hits += between[row - 1].iter().filter(hit).count() as f64;
        }
        hits
    }
}

/// Points looked at along a curve.
const SAMPLES: usize = 40;

/// Points along some curves.
fn samples(curve: &[Point]) -> impl Iterator<Item = Point> + '_ {
    let pieces = curve.len().saturating_sub(1) / 3;
    let each = (SAMPLES / pieces.max(1)).max(4);
    (0..pieces).flat_map(move |piece| {
        let points = &curve[3 * piece..3 * piece + 4];
        (0..=each).map(move |part| at(points, part as f64 / each as f64))
    })
}

/// The point of a cubic curve at a time from 0 to 1.
fn at(curve: &[Point], time: f64) -> Point {
    let rest = 1.0 - time;
    let weights = [
        rest * rest * rest,
        3.0 * rest * rest * time,
        3.0 * rest * time * time,
        time * time * time,
    ];
    let sum = |coordinate: fn(&Point) -> f64| {
        curve.iter().zip(weights).map(|(point, weight)| coordinate(point) * weight).sum()
    };
    (sum(|point| point.0), sum(|point| point.1))
}

/// Whether two segments cross.
fn cross(a: Point, b: Point, c: Point, d: Point) -> bool {
    let side = |p: Point, q: Point, r: Point| (q.0 - p.0) * (r.1 - p.1) - (q.1 - p.1) * (r.0 - p.0);
    side(a, b, c) * side(a, b, d) < 0.0 && side(c, d, a) * side(c, d, b) < 0.0
}
