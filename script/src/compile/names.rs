//! Which names a function assigns, and which it takes from the functions around it.

use std::collections::BTreeSet;

use crate::tree::*;

/// The names that statements assign, in the order in which they first do.
pub(super) fn assigned(body: &[Statement], out: &mut Vec<String>) {
    for statement in body {
        match statement {
            Statement::Assign(targets, _) => targets.iter().for_each(|target| bound(target, out)),
            Statement::Augment(target, ..) => bound(target, out),
            Statement::If(branches, other) => {
                branches.iter().for_each(|(_, body)| assigned(body, out));
                assigned(other, out);
            }
            Statement::For(target, _, body) => {
                bound(target, out);
                assigned(body, out);
            }
            Statement::Def(function) => add(&function.name, out),
            _ => {}
        }
    }
}

fn add(name: &str, out: &mut Vec<String>) {
    if !out.iter().any(|known| known == name) {
        out.push(name.to_string());
    }
}

pub(super) fn bound(target: &Target, out: &mut Vec<String>) {
    match target {
        Target::Name(name, _) => add(name, out),
        Target::Index(..) => {}
        Target::Several(targets, _) => targets.iter().for_each(|target| bound(target, out)),
    }
}

/// Names that a function uses and does not assign: those of the functions around it, and global ones.
pub(super) fn free(function: &Function) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut own: Vec<String> = function.parameters.iter().map(|own| own.name.clone()).collect();
    assigned(&function.body, &mut own);
    in_body(&function.body, &mut |found| match found {
        Found::Name(name) => {
            names.insert(name.to_string());
        }
        Found::Inner(function) => names.append(&mut free(function)),
    });
    own.iter().for_each(|name| {
        names.remove(name);
    });
    names
}

/// Names that functions inside these statements take from around them.
pub(super) fn shared(body: &[Statement]) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    in_body(body, &mut |found| {
        if let Found::Inner(function) = found {
            names.append(&mut free(function));
        }
    });
    names
}

enum Found<'t> {
    Name(&'t str),
    Inner(&'t Function),
}

type Visit<'v> = dyn FnMut(Found<'_>) + 'v;

fn in_body(body: &[Statement], visit: &mut Visit<'_>) {
    for statement in body {
        match statement {
            Statement::Expr(expr) | Statement::Return(Some(expr)) => in_expr(expr, visit),
            Statement::Assign(targets, expr) => {
                targets.iter().for_each(|target| in_target(target, visit));
                in_expr(expr, visit);
            }
            Statement::Augment(target, _, expr, _) => {
                in_target(target, visit);
                in_expr(expr, visit);
            }
            Statement::If(branches, other) => {
                for (test, body) in branches {
                    in_expr(test, visit);
                    in_body(body, visit);
                }
                in_body(other, visit);
            }
            Statement::For(target, source, body) => {
                in_target(target, visit);
                in_expr(source, visit);
                in_body(body, visit);
            }
            Statement::Def(function) => in_function(function, visit),
            Statement::Return(None)
            | Statement::Break(_)
            | Statement::Continue(_)
            | Statement::Pass => {}
        }
    }
}

fn in_function(function: &Function, visit: &mut Visit<'_>) {
    function.parameters.iter().filter_map(|own| own.default.as_ref()).for_each(|default| {
        in_expr(default, visit);
    });
    visit(Found::Inner(function));
}

fn in_target(target: &Target, visit: &mut Visit<'_>) {
    match target {
        Target::Name(..) => {}
        Target::Index(object, index, _) => {
            in_expr(object, visit);
            in_expr(index, visit);
        }
        Target::Several(targets, _) => targets.iter().for_each(|target| in_target(target, visit)),
    }
}

fn in_expr(expr: &Expr, visit: &mut Visit<'_>) {
    match &expr.kind {
        Kind::None | Kind::Bool(_) | Kind::Int(_) | Kind::Text(_) => {}
        Kind::Name(name) => visit(Found::Name(name)),
        Kind::Tuple(items) | Kind::List(items) | Kind::Joined(items) => {
            items.iter().for_each(|item| in_expr(item, visit));
        }
        Kind::Dict(pairs) => pairs.iter().for_each(|(key, value)| {
            in_expr(key, visit);
            in_expr(value, visit);
        }),
        Kind::Not(inner) | Kind::Unary(_, inner) => in_expr(inner, visit),
        Kind::Binary(_, a, b) | Kind::And(a, b) | Kind::Or(a, b) | Kind::Index(a, b) => {
            in_expr(a, visit);
            in_expr(b, visit);
        }
        Kind::Compare(first, others) => {
            in_expr(first, visit);
            others.iter().for_each(|(_, other)| in_expr(other, visit));
        }
        Kind::Choice(a, b, c) => [a, b, c].iter().for_each(|inner| in_expr(inner, visit)),
        Kind::Slice(object, bounds) => {
            in_expr(object, visit);
            bounds.iter().flatten().for_each(|bound| in_expr(bound, visit));
        }
        Kind::Call(object, arguments) | Kind::Method(object, _, arguments) => {
            in_expr(object, visit);
            arguments.iter().for_each(|argument| in_expr(argument.expr(), visit));
        }
        Kind::Lambda(function) => in_function(function, visit),
        Kind::Comprehension { element, value, clauses } => {
            for clause in clauses {
                match clause {
                    Clause::For(target, source) => {
                        in_target(target, visit);
                        in_expr(source, visit);
                    }
                    Clause::If(test) => in_expr(test, visit),
                }
            }
            in_expr(element, visit);
            value.iter().for_each(|value| in_expr(value, visit));
        }
    }
}
