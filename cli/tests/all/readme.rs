//! The README and the chapter on nimbers, executed: each console block must print what it shows.

#[test]
fn the_sixty_second_tour_is_true() {
    trycmd::TestCases::new().case("../README.md").run();
}

#[test]
fn the_chapter_on_nimbers_is_true() {
    trycmd::TestCases::new().case("../docs/nimbers.md").run();
}
