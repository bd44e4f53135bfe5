//! The README and chapters of the documentation, executed: each console block must print what it shows.

#[test]
fn the_sixty_second_tour_is_true() {
    trycmd::TestCases::new().case("../README.md").run();
}

#[test]
fn the_chapter_on_nimbers_is_true() {
    trycmd::TestCases::new().case("../docs/nimbers.md").run();
}

#[test]
fn the_chapter_on_showing_is_true() {
    trycmd::TestCases::new().case("../docs/show.md").run();
}

#[test]
fn the_chapter_on_misere_play_is_true() {
    trycmd::TestCases::new().case("../docs/misere.md").run();
}

#[test]
fn the_chapter_on_contests_is_true() {
    trycmd::TestCases::new().case("../docs/contest.md").run();
}

#[test]
fn the_chapter_on_own_games_is_true() {
    trycmd::TestCases::new().case("../docs/your-game.md").run();
}
