"""The page of `lamp serve` in a real browser."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import lamp
from lamp.execution import LandmarkPlan, Step
from lamp.execution.records import landmark_text
from lamp.search import SETTINGS
from tests.support.cli import LAMP

pytest.importorskip("starlette", reason="the extra web is not installed")
pytest.importorskip("uvicorn", reason="the extra web is not installed")
pytest.importorskip("websockets", reason="the extra web is not installed")

from tests.support.browser import Browser, Page, find_browser
from tests.support.page_server import Server, paper_address, served

pytestmark = pytest.mark.skipif(find_browser() is None, reason="there is no Chromium here")

BROKEN = """(define (domain broken)
  (:predicates (there))
  (:action go
    :effect (probabilistic 0.7 (there) 0.5 (not (there)))))"""
PROBLEM = "(define (problem small) (:domain broken) (:goal (there)))"
VIEWS = ("problem", "landmarks", "solve", "compare", "results")
ENDED = "document.querySelector('#episode-end')?.dataset.outcome"


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The results of a small experiment."""
    folder = tmp_path_factory.mktemp("results")
    grid = folder / "grid.toml"
    axes = "[settings]\nrollouts = [5, 10]\ngreediness = [0, 1]\n"
    grid.write_text(f'problems = ["elevators:p2"]\nruns = 3\n{axes}')
    command = [*LAMP, "experiment", "run", str(grid), "--out", str(folder / "small")]
    subprocess.run(command, check=True, capture_output=True)
    return folder / "small"


@pytest.fixture(scope="module")
def server(results: Path) -> Iterator[Server]:
    with served(results) as found:
        yield found


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as found:
        yield found


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    found = browser.open(server.url)
    yield found
    assert found.complaints == []
    found.close()


def show(page: Page, server: Server, address: str) -> None:
    """Open a view, and wait until its problem is loaded."""
    page.go("about:blank")  # or the problem of the page before could be taken for this one
    page.go(server.url + address)
    page.wait("document.querySelector('#problem-summary').dataset.problem")
    if address.startswith("#solve"):
        page.wait("document.querySelector('#step')?.ariaDisabled !== 'true'")
    if address.startswith("#compare"):
        page.wait("document.querySelector('#compare-run')?.ariaDisabled !== 'true'")


def solve(page: Page, server: Server, settings: str) -> str:
    """Run an episode of triangle_tireworld p2 to its end; the places where the car has been."""
    show(page, server, f"#solve?problem=triangle_tireworld:p2&{settings}")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    trail: str = page.wait("document.querySelector('#picture [data-trail]').dataset.trail")
    return trail


def step_with_means(planner: LandmarkPlan) -> Step:
    """A step that chose a landmark, and pursues something else for it that is not achieved yet."""
    steps: list[Step] = []
    for seed in range(20):
        steps.clear()
        planner.run(seed, watch=steps.append)
        for step in steps:
            subgoal = planner.graph.landmarks[step.decision.subgoal]
            if (
                step.decision.has_means
                and step.decision.landmarks
                and not subgoal.holds(step.after)
            ):
                return step
    raise AssertionError("nothing is pursued again")


def overflow(page: Page) -> float:
    """By how many pixels the page is wider than its window."""
    wider: float = page.evaluate(
        "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    return wider


# Solving


def test_at_the_paper_s_greediness_0_the_car_takes_the_safe_road_and_at_1_the_other(
    page: Page, server: Server
) -> None:
    safe = solve(page, server, paper_address(greediness=0, rollouts=1000, seed=1))
    assert safe.split()[:2] == ["l-1-1", "l-2-1"]
    assert page.evaluate(ENDED) == "goal"
    unsafe = solve(page, server, paper_address(greediness=1, rollouts=1000, seed=1))
    assert unsafe.split()[:2] == ["l-1-1", "l-1-2"]


def test_the_values_shown_are_mixed_as_the_planner_mixes(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=triangle_tireworld:p2&greediness=0.5&rollouts=500")
    page.click("#step")
    page.wait("document.querySelector('#values [data-chosen]')")
    assert page.text("#action") == page.evaluate(
        "document.querySelector('#values [data-chosen]').dataset.action"
    )


def test_dragging_greediness_shows_which_action_would_be_chosen(page: Page, server: Server) -> None:
    show(page, server, f"#solve?problem=triangle_tireworld:p2&{paper_address(rollouts=1000)}")
    page.click("#step")
    page.wait("document.querySelector('#values [data-chosen]')")
    would = "document.querySelector('#values [data-would]').dataset.action"
    page.fill("#what-if", "0")
    page.wait(f"{would} === '(move-car l-1-1 l-2-1)'")
    page.fill("#what-if", "1")
    page.wait(f"{would} === '(move-car l-1-1 l-1-2)'")
    assert "(move-car l-1-1 l-1-2)" in page.text("#what-if-choice")


def test_greediness_that_fades_is_told_of_each_step(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50&seed=3")
    page.click("#step")
    page.wait("document.querySelector('#values [data-chosen]')")
    task = lamp.load("elevators:p2")
    alpha = lamp.Lamp(task, rollouts=50, seed=3).decide(task.initial).greediness
    assert page.text("#alpha") == f"α = {alpha:.3g} here"
    assert f"At α = {alpha:.3g}, the step's own: " in page.text("#what-if-choice")
    page.fill("#what-if", "1")
    page.wait("document.querySelector('#alpha').textContent === 'α = 1'")


def test_a_number_for_greediness_is_that_of_the_episode(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50&greediness=0.3")
    page.click("#step")
    page.wait("document.querySelector('#values [data-chosen]')")
    assert page.text("#alpha") == "α = 0.3"
    assert "At α = 0.3, the episode's own: " in page.text("#what-if-choice")


def test_a_step_tells_which_landmark_its_subgoal_is_needed_before(
    page: Page, server: Server
) -> None:
    planner = lamp.Lamp(lamp.load("elevators:p5"), rollouts=20)
    step = step_with_means(planner)
    show(page, server, f"#solve?problem=elevators:p5&rollouts=20&seed={planner.seed}")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    page.click(f'#timeline [data-step="{step.number}"]')
    page.wait(f"document.querySelector('#action').textContent === '{step.decision.action}'")
    subgoal = landmark_text(planner, step.decision.subgoal)
    target = landmark_text(planner, step.decision.target)
    assert f"Pursuing {subgoal}, needed just before {target}" in page.text("#subgoal")
    chosen = page.evaluate("document.querySelector('#choices [data-chosen]').dataset.choice")
    assert chosen == str(step.decision.target)
    page.click("[data-tab=landmarks]")
    page.click("#landmark-list summary")
    assert page.text("#landmark-list [data-state=pursued] code") == subgoal


def test_the_page_runs_by_keys_alone(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.evaluate("document.activeElement.blur()")
    page.press("s")
    page.wait("document.querySelectorAll('#timeline [data-step]').length >= 1")
    page.wait("document.querySelector('#step')?.ariaDisabled !== 'true'")
    page.press(" ", "Space", 32)
    page.wait(ENDED)


def test_earlier_steps_can_be_looked_at(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    last = page.text("#action")
    page.click("#timeline [data-step='1']")
    page.wait("document.querySelector('#timeline [aria-current]').dataset.step === '1'")
    assert page.text("#step-panel").startswith("Step 1")
    assert page.text("#action") != last
    page.click("#live")
    page.wait("document.querySelector('#timeline [aria-current]').dataset.step !== '1'")


def test_one_step_too_many_does_not_lose_an_episode(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    steps = "document.querySelectorAll('#timeline [data-step]').length"
    number = page.evaluate(steps)
    page.evaluate("document.activeElement.blur()")
    page.press("s")
    page.press("ArrowRight", number=39)
    page.click("#step")
    assert page.evaluate(ENDED) == "goal"
    assert page.evaluate(steps) == number


def test_a_new_episode_has_not_ended(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=50")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    page.click("#start")
    page.wait(f"!{ENDED}")


def test_a_long_search_does_not_freeze_the_page(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=zenotravel:p5&rollouts=1000000000")
    page.click("#step")
    page.wait("/rollouts/.test(document.querySelector('#status').textContent)")
    page.click("[data-tab=landmarks]")
    page.wait_for("#graph svg")
    page.click("[data-tab=solve]")
    page.click("#stop")
    page.wait(f"{ENDED} === 'interrupted'")


def test_wrong_settings_are_told_at_the_form(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.fill("#setting-rollouts", "0")
    page.click("#step")
    page.wait("/rollouts is 0/.test(document.querySelector('[data-view=solve]').innerText)")


def test_all_settings_are_there(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    fields = page.evaluate(
        "[...document.querySelectorAll('#solve-settings [id]')].map((one) => one.id)"
    )
    assert {f"setting-{name}" for name in SETTINGS} <= set(fields)


def test_greediness_is_a_number_or_auto(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    value = "document.querySelector('#setting-greediness').value"
    assert page.evaluate(value) == "auto"
    page.fill("#setting-greediness", "0.3")
    page.wait("location.hash.includes('greediness=0.3')")
    page.click("label[data-setting=greediness] button")
    page.wait(f"{value} === 'auto' && !location.hash.includes('greediness')")
    page.fill("#setting-greediness", "much")
    page.click("#step")
    page.wait("/greediness is 'much'/.test(document.querySelector('[data-view=solve]').innerText)")


def test_all_settings_can_be_as_in_the_paper_and_as_usual_again(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.click("#solve-settings .rest summary")
    buttons = "#solve-settings .rest .row button"
    page.click(f"{buttons}:last-child")
    page.wait("location.hash.includes('greediness=0.5') && location.hash.includes('backups=mean')")
    page.click(f"{buttons}:first-child")
    page.wait("!location.hash.includes('greediness') && !location.hash.includes('backups')")


# Problems


def test_a_mistake_is_shown_at_its_line(page: Page, server: Server) -> None:
    page.go(server.url + "#problem")
    page.click("#own-text summary")
    page.fill("#editor-domain", BROKEN)
    page.fill("#editor-problem", PROBLEM)
    page.click("#load-text")
    page.wait("document.querySelector('#editor-error')?.dataset.line === '4'")
    assert "1.2" in page.text("#editor-error")
    page.fill("#editor-domain", BROKEN.replace("0.5", "0.3"))
    page.click("#load-text")
    page.wait("/small/.test(document.querySelector('#problem-summary').dataset.problem)")
    assert page.evaluate(
        "document.querySelector('#editor-error') === null || "
        "document.querySelector('#editor-error').hidden"
    )


def test_text_from_files_is_never_markup(page: Page, server: Server) -> None:
    page.go(server.url + "#problem")
    page.click("#own-text summary")
    name = "<img/src=x/onerror=document.title=1>"
    page.fill("#editor-domain", BROKEN.replace("0.5", "0.3").replace("there", name))
    page.fill("#editor-problem", PROBLEM.replace("there", name))
    page.click("#load-text")
    page.wait(
        "document.querySelector('#problem-summary').dataset.problem || "
        "document.querySelector('#editor-error')?.dataset.line"
    )
    assert page.evaluate("document.querySelectorAll('main img').length") == 0
    assert page.evaluate("document.title") != "1"


def test_a_benchmark_can_be_chosen_and_changed_as_text(page: Page, server: Server) -> None:
    page.go(server.url + "#problem")
    page.fill("#family", "prob_blocksworld")
    page.wait("/prob_blocks/.test(document.querySelector('#problem-summary').dataset.problem)")
    page.click("#show-text")
    page.wait("/prob_blocks/.test(document.querySelector('#editor-domain').value)")


# Landmarks


@pytest.mark.parametrize("width", [1280, 400])
def test_a_graph_of_30_landmarks_fits_its_view(page: Page, server: Server, width: int) -> None:
    page.resize(width, 900)
    show(page, server, "#landmarks?problem=elevators:p13")
    page.wait("document.querySelectorAll('#graph [data-landmark]').length >= 30")
    page.click("#zoom-fit")
    outside = page.evaluate(
        """(() => {
          const view = document.querySelector("#graph").getBoundingClientRect();
          return [...document.querySelectorAll("#graph [data-landmark]")].filter((one) => {
            const box = one.getBoundingClientRect();
            return box.left < view.left - 1 || box.right > view.right + 1
              || box.top < view.top - 1 || box.bottom > view.bottom + 1 || box.width === 0;
          }).length;
        })()"""
    )
    assert outside == 0


def test_landmarks_change_their_state_while_a_plan_runs(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2&rollouts=100")
    page.fill("#delay", "0")
    page.click("#run")
    page.wait(ENDED)
    page.click("[data-tab=landmarks]")
    page.wait("document.querySelector('#graph [data-state=achieved]')")


def test_a_landmark_can_be_pointed_at_again_in_another_drawing(page: Page, server: Server) -> None:
    show(page, server, "#landmarks?problem=elevators:p2")
    page.wait("document.querySelector('#graph [data-landmark]')")
    number = page.evaluate("document.querySelector('#graph [data-landmark]').dataset.landmark")
    landmark = f"document.querySelector('#graph [data-landmark=\"{number}\"]')"
    point = f"{landmark}.dispatchEvent(new PointerEvent('pointerover', {{bubbles: true}}))"
    told = "document.querySelector('#landmark-info code')"
    page.evaluate(point)
    page.wait(told)
    page.click("#show-initial")
    page.wait(f"!{told}")
    page.evaluate(point)
    page.wait(told)


def test_landmarks_are_told_in_words(page: Page, server: Server) -> None:
    show(page, server, "#landmarks?problem=elevators:p2")
    page.wait_for("#graph svg")
    page.click("#landmark-list summary")
    listed = page.evaluate("document.querySelectorAll('#landmark-list li').length")
    assert listed == page.evaluate("document.querySelectorAll('#graph [data-landmark]').length")


def test_the_speed_is_the_same_in_all_views_of_a_run(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.fill("#delay", "0.05")
    page.click("[data-tab=landmarks]")
    page.wait("document.querySelector('#landmarks-transport select')?.value === '0.05'")


# Comparing, results


def test_two_settings_run_side_by_side_in_the_same_world(page: Page, server: Server) -> None:
    sides = "&".join(map(paper_address, ("a.", "b.")))
    show(page, server, f"#compare?problem=triangle_tireworld:p2&{sides}")
    page.fill('[id="b.planner"]', "lamp")
    page.fill('[id="a.setting-greediness"]', "0")
    page.fill('[id="b.setting-greediness"]', "1")
    for side in "ab":
        page.fill(f'[id="{side}.setting-rollouts"]', "1000")
    page.fill("#compare-delay", "0")
    page.click("#compare-run")
    page.wait("document.querySelector('#verdict').dataset.better")
    trails = [
        page.evaluate(f"document.querySelector('[data-side={side}] [data-trail]').dataset.trail")
        for side in "ab"
    ]
    assert trails[0].split()[1] == "l-2-1"
    assert trails[1].split()[1] == "l-1-2"


@pytest.mark.parametrize("width", [400, 800, 1280])
def test_no_control_reaches_into_its_neighbour(page: Page, server: Server, width: int) -> None:
    page.resize(width, 900)
    for view in ("solve", "compare"):
        show(page, server, f"#{view}?problem=triangle_tireworld:p2")
        shown, beyond = page.evaluate(
            """(() => {
                const right = (one) => one.getBoundingClientRect().right;
                const all = [...document.querySelectorAll('.settings label :is(input, button)')];
                const shown = all.filter((one) => one.offsetParent);
                const beyond = shown.filter((one) => right(one) > right(one.closest('label')) + 1);
                return [shown.length, beyond.map((one) => one.outerHTML)];
            })()"""
        )
        assert shown
        assert beyond == []


def test_results_are_shown_and_follow_the_experiment(
    page: Page, server: Server, results: Path
) -> None:
    page.go(server.url + "#results")
    page.wait("document.querySelector('#report-current')?.contentDocument?.querySelector('h1')")
    assert "12" in page.text("#progress") + page.text("#results-note")
    grid = results.parent / "grid.toml"
    grid.write_text(grid.read_text().replace("runs = 3", "runs = 4"))
    command = [*LAMP, "experiment", "run", str(grid), "--out", str(results)]
    subprocess.run(command, check=True, capture_output=True)
    page.wait(
        "/16/.test(document.querySelector('#progress').textContent "
        "+ document.querySelector('#results-note').textContent)"
    )


def test_the_page_follows_the_theme_that_is_chosen_in_the_report(
    page: Page, server: Server
) -> None:
    page.go(server.url + "#results")
    report = "document.querySelector('#report-current')?.contentDocument"
    page.wait(f"{report}?.querySelector('#theme')")
    page.evaluate(f"{report}.querySelector('#theme').click()")
    page.wait("document.documentElement.dataset.theme === 'dark'")
    page.evaluate("localStorage.clear()")


# Good manners


def test_two_tabs_are_independent(browser: Browser, server: Server) -> None:
    one, other = browser.open(server.url), browser.open(server.url)
    one.send("Page.bringToFront")
    show(one, server, "#solve?problem=zenotravel:p5&rollouts=1000000000")
    one.click("#step")
    one.wait("/rollouts/.test(document.querySelector('#status').textContent)")
    other.send("Page.bringToFront")  # browsers draw nothing in tabs that nobody sees
    assert solve(other, server, "greediness=0&rollouts=100").startswith("l-1-1")
    assert one.evaluate(ENDED) is None
    assert one.complaints == other.complaints == []
    one.close()
    other.close()


@pytest.mark.parametrize("problem", ["elevators:p13", "zenotravel:p5"])
@pytest.mark.parametrize("view", VIEWS)
def test_nothing_is_wider_than_a_phone(page: Page, server: Server, view: str, problem: str) -> None:
    page.resize(400, 800)
    show(page, server, f"#{view}?problem={problem}")
    page.wait(f"!document.querySelector('[data-view={view}]').hidden")
    if view == "solve":
        page.click("#step")
        page.wait("document.querySelector('#values [data-chosen]')")
    assert overflow(page) <= 0


@pytest.mark.parametrize("dark", [False, True])
def test_light_and_dark_follow_the_system_and_the_button(
    browser: Browser, server: Server, dark: bool
) -> None:
    page = browser.open(server.url, dark=dark)
    ground = "getComputedStyle(document.body).backgroundColor"
    page.wait(f"/^rgb/.test({ground})")
    lightness = sum(json.loads("[" + page.evaluate(ground)[4:-1] + "]"))
    assert (lightness < 200) == dark
    page.click("#theme")
    page.wait("document.documentElement.dataset.theme")
    lightness = sum(json.loads("[" + page.evaluate(ground)[4:-1] + "]"))
    assert (lightness > 200) == dark
    page.evaluate("localStorage.clear()")
    page.close()


def test_everything_that_can_be_used_has_a_name(page: Page, server: Server) -> None:
    show(page, server, "#solve?problem=elevators:p2")
    page.click("#step")
    page.wait("document.querySelector('#values [data-chosen]')")
    page.send("Accessibility.enable")
    nodes = page.send("Accessibility.getFullAXTree")["nodes"]
    roles = {"button", "link", "textbox", "slider", "combobox", "checkbox", "spinbutton"}
    nameless = [
        node
        for node in nodes
        if node.get("role", {}).get("value") in roles and not node.get("name", {}).get("value")
    ]
    assert nameless == []


def test_a_server_that_goes_away_is_told_of(browser: Browser) -> None:
    with served() as short:
        page = browser.open(short.url)
        page.wait("document.body.dataset.connection === 'open'")
        short.process.kill()
        page.wait("document.body.dataset.connection === 'lost'")
        page.wait_for("#connection-lost")
    page.close()
