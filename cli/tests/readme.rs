//! The README, executed: each console block must print what it shows.

#[test]
fn the_sixty_second_tour_is_true() {
    trycmd::TestCases::new().case("../README.md").run();
}
