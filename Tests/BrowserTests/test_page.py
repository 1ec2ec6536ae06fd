"""Tests of the page in a real browser.

    Tests/BrowserTests/run .build/debug/host [NAME…]
"""

import os
import sys
import tempfile
import unittest

from browser import Browser, Keys, TimeoutException, make_pages
from graphs import ALIKE, FUNCTIONS, HOSTILE, LONG

CONTROLS = {
    "button", "textbox", "combobox", "searchbox", "radio", "tab", "tablist", "treeitem", "tree",
    "listbox", "option", "image", "dialog", "tabpanel", "group", "navigation", "complementary", "region",
}


def setUpModule():
    """Generates the pages and starts the browser, once for all tests."""
    folder = tempfile.TemporaryDirectory()
    unittest.addModuleCleanup(folder.cleanup)
    make_pages(os.environ["CLEANSE_HOST"], folder.name)
    PageTests.browser = Browser(folder.name)
    unittest.addModuleCleanup(PageTests.browser.close)


class PageTests(unittest.TestCase):
    """Each test opens a new page, which must not have errors, policy violations or network requests."""

    browser = None

    def open(self, name, fragment="", **settings):
        self.browser.open(name, fragment, **settings)
        self.addCleanup(lambda: self.assertEqual(self.browser.problems(), []))
        return self.browser

    def assert_chosen(self, page, name):
        """Waits for the selection: the browser reports a change of the address asynchronously."""
        try:
            page.wait(lambda: page.chosen() == name)
        except TimeoutException:
            self.assertEqual(page.chosen(), name)


class SearchTests(PageTests):
    def test_results_are_listed_marked_and_announced(self):
        page = self.open("hundred")
        page.press("/")
        self.assertEqual(page.focused(), "search")
        page.press("mailtransport")
        self.assertEqual(page.texts("#results [role=option] > bdi"), ["any MailTransport"])
        self.assertEqual(page.text("#status"), "1 result")
        self.assertEqual(page.count("#picture .found"), 1)
        page.press(Keys.ENTER)
        self.assert_chosen(page, "any MailTransport")
        self.assertEqual(page.count("#results:not([hidden])"), 0)

    def test_arrow_keys_select_results(self):
        page = self.open("hundred")
        page.click("#search")
        page.press("org.example", Keys.ARROW_DOWN, Keys.ARROW_DOWN)
        active = page.find("#search").get_attribute("aria-activedescendant")
        name = page.text(f"#{active} bdi")
        self.assertEqual(page.texts("#results [aria-selected=true] bdi")[0], name)
        page.press(Keys.ENTER)
        self.assert_chosen(page, name)

    def test_a_result_has_all_words_in_any_case(self):
        page = self.open("hundred")
        page.click("#search")
        page.press("COMMAND stock")
        owners = set(page.texts("#results .where"))
        self.assertEqual(owners, {"org.example.stock"})

    def test_no_matches_are_announced(self):
        page = self.open("small")
        page.click("#search")
        page.press("no such thing")
        self.assertEqual(page.text("#results"), "No matches")
        self.assertEqual(page.text("#status"), "no matches")
        page.press(Keys.ESCAPE)
        self.assertEqual(page.find("#search").get_attribute("value"), "")


class PictureTests(PageTests):
    def test_a_click_shows_details_and_fades_the_rest(self):
        page = self.open("hundred")
        page.click_node(page.reference("App"))
        self.assert_chosen(page, "App")
        details = page.text("#details")
        for part in ("host/HostComponent.swift", "any Command", "Provider<any Service>",
                     "Depends on", "Path from the root", "No dependents."):
            self.assertIn(part, details)
        faint, clear = page.run("""
          const opacities = [...document.querySelectorAll("#picture .node")].map((node) =>
            [node.classList.contains("near"), Number(getComputedStyle(node).opacity)]);
          return [opacities.filter(([isNear]) => !isNear), opacities.filter(([isNear]) => isNear)];""")
        self.assertGreater(len(faint), 50)
        self.assertTrue(all(opacity < 0.5 for _, opacity in faint))
        self.assertGreater(len(clear), 3)
        self.assertTrue(all(opacity == 1 for _, opacity in clear))

    def test_the_path_from_the_root_leads_to_the_binding(self):
        page = self.open("hundred")
        page.click("#bindings-tab")
        last = page.run("""
          const nodes = JSON.parse(document.getElementById("data").textContent).nodes;
          return nodes.find((node) => node.name === "any MailTransport").id;""")
        page.run("location.hash = arguments[0]", last)
        page.wait(lambda: page.chosen() == "any MailTransport")
        path = page.texts("#details .path bdi")
        self.assertEqual(path[0], "App")
        self.assertEqual(path[-1], "any MailTransport")
        self.assertGreater(page.count("#picture .link.on-path"), 0)

    def test_links_and_the_history_of_the_browser_work(self):
        page = self.open("hundred", "b0")
        first = page.find("#details .requests button.link")
        name = first.text
        first.click()
        page.wait(lambda: page.chosen() != "App")
        self.assertIn(page.chosen(), name)
        page.driver.back()
        page.wait(lambda: page.chosen() == "App")

    def test_a_click_on_the_background_clears_the_selection(self):
        page = self.open("hundred", "b0")
        page.run("document.getElementById('view').click()")
        page.wait(lambda: page.chosen() is None)
        self.assertEqual(page.count("#picture.focused"), 0)

    def test_wheel_buttons_and_keys_zoom_and_pan(self):
        page = self.open("hundred")
        first = page.scale()
        page.click("#zoom-in")
        self.assertGreater(page.scale(), first)
        page.click("#zoom-out")
        self.assertAlmostEqual(page.scale(), first, places=2)
        page.run("document.getElementById('view').focus()")
        page.press("+", "+")
        enlarged = page.scale()
        self.assertGreater(enlarged, first)
        page.run("""document.getElementById("view").dispatchEvent(
          new WheelEvent("wheel", { deltaY: -100, clientX: 600, clientY: 400, cancelable: true }))""")
        self.assertGreater(page.scale(), enlarged)
        page.press("0")
        fitted = page.run("""
          const view = document.getElementById("view").getBoundingClientRect();
          return [...document.querySelectorAll("#picture .node")].every((node) => {
            const box = node.getBoundingClientRect();
            return box.left >= view.left && box.right <= view.right
              && box.top >= view.top && box.bottom <= view.bottom;
          });""")
        self.assertTrue(fitted)
        before = page.run("return document.querySelector('#picture .node').getBoundingClientRect().x")
        page.press(Keys.ARROW_RIGHT)
        after = page.run("return document.querySelector('#picture .node').getBoundingClientRect().x")
        self.assertLess(after, before)

    def test_colours_follow_the_switch(self):
        page = self.open("hundred")

        def fills():
            return page.run("""return [...document.querySelectorAll("#picture .binding, #picture .single")]
              .map((node) => getComputedStyle(node.querySelector(".box")).fill)""")

        by_plugin = fills()
        self.assertGreater(len(set(by_plugin)), 8)
        page.click("#colours label:nth-of-type(2)")
        # One colour for the scope, one for unscoped bindings.
        self.assertEqual(len(set(fills())), 2)
        self.assertIn("Singleton", page.text("#legend"))

    def test_dark_and_light_follow_the_system_and_the_switch(self):
        for theme, pressed in (("light", "false"), ("dark", "true")):
            page = self.open("small", theme=theme)
            ground = page.run("return getComputedStyle(document.documentElement).backgroundColor")
            self.assertEqual(page.find("#theme").get_attribute("aria-pressed"), pressed)
            page.click("#theme")
            switched = page.run("return getComputedStyle(document.documentElement).backgroundColor")
            self.assertNotEqual(ground, switched)
            self.assertNotEqual(page.find("#theme").get_attribute("aria-pressed"), pressed)


class LabelTests(PageTests):
    def labels(self, page):
        """The labels of the bindings, each with the text that is shown of it."""
        return page.run("""
          const { nodes } = JSON.parse(document.getElementById("data").textContent);
          const labels = new Map(nodes.map(({ id, label }) => [id, label]));
          return [...document.querySelectorAll("#picture .node:not(.contributor)")].map((node) =>
            [labels.get(node.dataset.reference), node.querySelector(":scope > text").textContent]);""")

    def test_a_contribution_is_labelled_with_its_element_and_its_provider(self):
        page = self.open("identifiers")
        labels = page.run("""
          const { nodes } = JSON.parse(document.getElementById("data").textContent);
          return nodes.filter((node) => node.kind === "contribution").map((node) => node.label);""")
        self.assertEqual(labels[:3], [f"any Command · {name}" for name in [*FUNCTIONS, "WordsModule"]])
        # Two contributions of one module differ by their locations.
        self.assertRegex(labels[3], r"^any Command · Sort\.swift:\d+$")
        self.assertRegex(labels[4], r"^any Command · Merge\.swift:\d+$")
        tooltips = page.texts("#picture .contribution > title")
        self.assertEqual(len(tooltips), 5)
        for label, tooltip in zip(labels, tooltips):
            lines = tooltip.split("\n")
            self.assertEqual(lines[0], label)
            self.assertIn("contributes to any Command", lines)
            self.assertRegex(lines[-1], r"^\w+/\w+\.swift:\d+$")

    def test_a_long_label_keeps_its_beginning_and_its_end(self):
        page = self.open("identifiers")
        label = f"any Command · {FUNCTIONS[1]}"
        shown = dict(self.labels(page))[label]
        self.assertRegex(shown, r"^any Command.*….*its_box$")
        self.assertLess(len(shown), len(label))

    def test_a_label_of_usual_length_is_shown_whole_at_each_scale(self):
        page = self.open("hundred")
        for _ in range(5):
            usual = [pair for pair in self.labels(page) if len(pair[0]) <= 32]
            self.assertGreater(len(usual), 50)
            self.assertEqual([pair for pair in usual if not pair[1].endswith(pair[0])], [])
            page.click("#zoom-out")


class IdentifierTests(PageTests):
    def test_an_identifier_breaks_after_its_dots(self):
        page = self.open("identifiers")
        page.run("location.hash = arguments[0]", page.reference(LONG))
        self.assert_chosen(page, LONG)
        lines = page.run("""
          const lines = [];
          const walker = document.createTreeWalker(document.querySelector("#details h2"), NodeFilter.SHOW_TEXT);
          while (walker.nextNode()) {
            const { currentNode: text } = walker;
            for (let index = 0; index < text.length; index += 1) {
              const range = document.createRange();
              range.setStart(text, index);
              range.setEnd(text, index + 1);
              const { top } = range.getBoundingClientRect();
              if (lines.at(-1)?.top !== top) lines.push({ top, characters: "" });
              lines.at(-1).characters += text.data[index];
            }
          }
          return lines.map((line) => line.characters);""")
        self.assertEqual("".join(lines), LONG)
        self.assertGreater(len(lines), 1)
        self.assertTrue(all(line.endswith(".") for line in lines[:-1]), lines)

    def test_an_identifier_is_shortened_where_that_is_unambiguous(self):
        page = self.open("identifiers")
        nodes = page.run("""
          const { nodes } = JSON.parse(document.getElementById("data").textContent);
          return nodes.filter((node) => node.kind === "contribution").map((node) => node.id);""")
        for node, identifier, shown in ((nodes[0], LONG, "clocks"), (nodes[2], ALIKE[0], ALIKE[0])):
            page.run("location.hash = arguments[0]", node)
            page.wait(lambda: page.texts("#details dl button.link bdi") == [shown])
            title = page.find("#details dl button.link").get_attribute("title")
            self.assertEqual(title, identifier)


class FindingTests(PageTests):
    def test_each_finding_selects_its_subject(self):
        page = self.open("hundred")
        self.assertEqual(page.count("#findings:not([hidden])"), 1)
        count = page.count("#findings .finding")
        self.assertGreater(count, 1)
        for index in range(count):
            page.run("document.querySelectorAll('#findings .finding')[arguments[0]].click()", index)
            message = page.run(
                "return document.querySelectorAll('#findings .message')[arguments[0]].textContent", index)
            page.wait(lambda: page.chosen() == message)
            self.assertEqual(page.count("#findings [aria-current=true]"), 1)
            self.assertEqual(page.count("#picture .chosen"), 1, message)

    def test_a_rejected_plugin_is_shown_with_the_reason(self):
        page = self.open("hundred", "x0")
        self.assert_chosen(page, "org.example.telegrams")
        self.assertIn("org.example.wires", page.text("#details"))


class LargeTests(PageTests):
    def test_two_thousand_bindings_are_shown_plugin_by_plugin(self):
        page = self.open("thousands")
        # Twenty plugins, the application, and the rejected plugin.
        self.assertEqual(page.count("#picture .node"), 22)
        self.assertEqual(page.count("#picture .contributor"), 22)
        self.assertIn("100 bindings", page.text("#picture"))
        stock = page.reference("org.example.stock")
        page.click_node(stock)
        self.assert_chosen(page, "org.example.stock")
        page.click("#details .primary")
        page.wait(lambda: page.count("#picture .node:not(.contributor)") >= 100)
        self.assertIn("org.example.stock", page.text("#views"))
        page.click("#views button:first-child")
        page.wait(lambda: page.count("#picture .node") == 22)
        page.at_node(stock).double_click().perform()
        page.wait(lambda: page.count("#picture .node:not(.contributor)") >= 100)

    def test_a_search_result_is_shown_in_its_plugin(self):
        page = self.open("thousands")
        page.press("/", "MailTransport", Keys.ENTER)
        page.wait(lambda: page.count("#picture .chosen") == 1)
        self.assertEqual(page.texts("#picture .chosen title"), ["any MailTransport"])

    def test_the_number_of_elements_is_limited(self):
        # A measure of speed that does not depend on the machine.
        page = self.open("thousands")
        self.assertLess(page.count("*"), 1500)
        page.run("location.hash = 'in1'")
        page.wait(lambda: page.count("#picture .node") >= 100)
        self.assertLess(page.count("*"), 4000)


class KeyboardTests(PageTests):
    def test_tab_reaches_every_part_in_the_order_of_the_page(self):
        page = self.open("hundred", "b0")
        reached = []
        for _ in range(24):
            page.press(Keys.TAB)
            reached.append(page.run("""
              const { activeElement: node } = document;
              return node.closest("#search, #colours, #theme, #help, [role=tablist], #findings, #views, "
                + "#view, #zoom, #details")?.id || node.parentElement.getAttribute("role");"""))
        order = [part for index, part in enumerate(reached) if index == 0 or reached[index - 1] != part]
        self.assertEqual(order[:9], [
            "search", "colours", "theme", "help", "tablist", "findings", "views", "view", "zoom"])
        self.assertIn("details", order)

    def test_the_focus_is_visible(self):
        page = self.open("hundred", "b0")
        for _ in range(14):
            page.press(Keys.TAB)
            outline = page.run("""
              const node = document.activeElement;
              const shown = node.matches("[type=radio]") ? node.nextElementSibling
                : node.matches("[role=treeitem]") ? node.firstElementChild : node;
              return getComputedStyle(shown).outlineStyle;""")
            self.assertEqual(outline, "solid", page.focused())

    def test_the_tree_is_complete_and_has_keyboard_navigation(self):
        page = self.open("hundred")
        page.run("document.getElementById('bindings-tab').focus()")
        page.press(Keys.ENTER, Keys.TAB)
        self.assertTrue(page.focused().startswith("Application, "))
        page.press(Keys.ARROW_RIGHT, Keys.ARROW_RIGHT)
        first = page.focused()
        page.press(Keys.ENTER)
        page.wait(lambda: page.chosen() is not None)
        self.assertTrue(first.startswith((page.chosen(), f"collection of {page.chosen()}")))
        self.assertEqual(page.count("#picture .chosen"), 1)
        page.press(Keys.ARROW_LEFT, Keys.ARROW_LEFT, Keys.ARROW_DOWN)
        self.assertTrue(page.focused().startswith("org.example."))
        page.press(Keys.END)
        self.assertTrue(page.focused().startswith("org.example.telegrams, "))
        page.press(Keys.HOME)
        for _ in range(page.count("[aria-level='1']")):
            page.press(Keys.ARROW_RIGHT, Keys.ARROW_LEFT, Keys.ARROW_DOWN)
        in_tree = page.count("[aria-level='2']")
        in_picture = page.count("#picture .node:not(.contributor)")
        self.assertEqual(in_tree, in_picture)

    def test_escape_clears_the_selection_and_closes_the_help(self):
        page = self.open("hundred", "b0")
        page.run("document.querySelector('#details button.link').focus()")
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.chosen() is None)
        self.assertEqual(page.focused(), "view")
        page.run("document.getElementById('help').focus()")
        page.press(Keys.ENTER)
        self.assertEqual(page.count("dialog[open]"), 1)
        page.press(Keys.ESCAPE)
        page.wait(lambda: page.count("dialog[open]") == 0)
        self.assertEqual(page.focused(), "help")

    def test_a_link_that_is_followed_by_keyboard_moves_the_focus_to_the_heading(self):
        page = self.open("hundred", "b0")
        page.run("document.querySelector('#details .requests button.link').focus()")
        page.press(Keys.ENTER)
        page.wait(lambda: page.chosen() != "App")
        page.wait(lambda: page.focused() == page.chosen())


class AccessibilityTests(PageTests):
    def test_every_control_has_a_name(self):
        for name, fragment in (("hundred", "b0"), ("thousands", "in1"), ("hundred", "f0")):
            page = self.open(name, fragment)
            page.press("/", "a")
            nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
            seen = [
                (node["role"]["value"], node.get("name", {}).get("value", "").strip())
                for node in nodes if not node["ignored"] and node["role"]["value"] in CONTROLS]
            self.assertGreater(len(seen), 30)
            self.assertEqual([role for role, name in seen if not name and role != "group"], [])

    def test_tree_items_have_names_and_states(self):
        page = self.open("hundred", "b0")
        page.click("#bindings-tab")
        nodes = page.driver.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
        items = {
            node["name"]["value"]: {part["name"]: part["value"].get("value") for part in node["properties"]}
            for node in nodes if not node["ignored"] and node["role"]["value"] == "treeitem"}
        app = items["App, binding"]
        self.assertEqual((app["level"], app["selected"]), (2, True))
        plugin = next(name for name in items if name.startswith("org.example.stock, version 1."))
        self.assertFalse(items[plugin]["expanded"])

    def test_every_text_has_enough_contrast(self):
        with open(os.path.join(os.path.dirname(__file__), "contrast.js"), encoding="utf-8") as file:
            script = file.read()
        for theme in ("light", "dark"):
            for fragment in ("", "f0", "b0"):
                page = self.open("hundred", theme=theme)
                for colours in (1, 2, 3):
                    page.click(f"#colours label:nth-of-type({colours})")
                    page.press("/", "stock")
                    self.assertEqual(page.run(script), [], (theme, fragment, colours))
                    page.press(Keys.ESCAPE)

    def test_nothing_is_animated_with_reduced_motion(self):
        page = self.open("small")
        moving = page.run("""return [...document.querySelectorAll("*")].filter((node) =>
          getComputedStyle(node).transitionDuration !== "0s"
            || getComputedStyle(node).animationName !== "none").length""")
        self.assertEqual(moving, 0)

    def test_the_page_fits_into_a_narrow_window(self):
        page = self.open("hundred", "b0", width=420, height=800)
        self.assertLessEqual(page.run("return document.documentElement.scrollWidth"), 420)


class PhoneTests(PageTests):
    """Found by looking at the page in a window of 360 by 740 pixels."""

    def open(self, name, fragment="", **settings):
        return super().open(name, fragment, width=360, height=740, **settings)

    def test_search_results_are_inside_the_window_and_on_top(self):
        """They began left of the window, and the colour switch was in front of them."""
        page = self.open("small")
        page.click("#search")
        page.press("any")
        for number in (1, 2, 3):
            self.assertTrue(page.is_on_top(f"#results > li:nth-child({number}) > bdi"), number)

    def test_details_are_visible_where_the_selection_is(self):
        """They were below both the picture and the lists, outside of the window."""
        page = self.open("small", "b0")
        self.assertTrue(page.is_on_top("#details h2"))
        self.assertTrue(page.is_on_top("#picture .chosen > .box"))
        page.run("document.querySelector('#findings .finding').scrollIntoView()")
        self.assertTrue(page.is_on_top("#details h2"))

    def test_the_details_never_cover_the_selection(self):
        """The picture was moved only if the selection was outside of it, not if the details were above it."""
        page = self.open("hundred")
        for name in page.texts("#bindings [aria-level='1'] bdi"):
            page.run("location.hash = arguments[0]", page.reference(f"org.example.{name}") if name != "Application" else "p0")
            page.settle()
            self.assertTrue(page.is_on_top("#picture .chosen > .box"), name)

    def test_a_long_identifier_leaves_room_for_the_picture(self):
        """It was written in as many lines as it needed, over half of the picture."""
        page = self.open("identifiers")
        page.run("location.hash = `in${arguments[0].slice(1)}`", page.reference(LONG))
        page.settle()
        self.assertEqual(page.find("#views [aria-current]").get_attribute("title"), LONG)
        self.assertLess(page.run("return document.getElementById('views').offsetHeight"), 60)

    def test_a_button_clears_the_selection(self):
        """Only the Escape key and a click on the background did."""
        page = self.open("small", "b0")
        page.click("#details .close")
        page.wait(lambda: page.chosen() is None)

    def test_two_fingers_zoom(self):
        """They moved the picture to and fro."""
        page = self.open("small")
        before = page.scale()
        page.touch("touchStart", (140, 300), (180, 300))
        for distance in (20, 40, 60):
            page.touch("touchMove", (140 - distance, 300), (180 + distance, 300))
        page.touch("touchEnd")
        # The distance of the fingers grows from 40 to 160.
        self.assertAlmostEqual(page.scale() / before, 4, delta=0.4)
        self.assertIsNone(page.chosen())


class PaperTests(PageTests):
    def test_the_whole_picture_is_printed_without_controls(self):
        """Only what the window showed was printed, with all buttons, in a dark theme in light text on white."""
        page = self.open("thousands", theme="dark")
        page.click("#zoom-in")
        page.click("#theme")
        page.click("#theme")
        scale = page.scale()
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"media": "print"})
        self.addCleanup(page.driver.execute_cdp_cmd, "Emulation.setEmulatedMedia", {"media": ""})
        page.run("dispatchEvent(new Event('beforeprint'))")
        outside = page.run("""
          const paper = document.getElementById("picture").getBoundingClientRect();
          return [...document.querySelectorAll("#picture .node")].filter((node) => {
            const { left, right, top, bottom } = node.getBoundingClientRect();
            return left < paper.left || right > paper.right || top < paper.top || bottom > paper.bottom;
          }).length""")
        self.assertEqual(outside, 0)
        shown = page.run("""return [...document.querySelectorAll("button, input, [role=tablist]")]
          .filter((node) => node.checkVisibility()).length""")
        self.assertEqual(shown, 0)
        self.assertEqual(page.run("return getComputedStyle(document.querySelector('h1')).color"), "rgb(24, 28, 36)")
        page.run("dispatchEvent(new Event('afterprint'))")
        self.assertEqual(page.scale(), scale)
        self.assertFalse(page.find("#picture").get_attribute("viewBox"))


class ScriptTests(PageTests):
    def test_without_javascript_only_the_reason_is_shown(self):
        """The page showed controls that did nothing, and the reason below them."""
        page = self.browser
        page.driver.execute_cdp_cmd("Emulation.setScriptExecutionDisabled", {"value": True})
        self.addCleanup(page.driver.execute_cdp_cmd, "Emulation.setScriptExecutionDisabled", {"value": False})
        page.load(f"file://{page.directory}/small.html")
        self.assertIn("requires JavaScript", page.text("body"))
        self.assertEqual([control for control in page.driver.find_elements("css selector", "button, input, main")
                          if control.is_displayed()], [])


class TimeTests(PageTests):
    def test_times_of_plugins_are_shown_in_both_views_and_explained(self):
        """The view of all bindings, which is the first one, showed no time of a plugin, and the legend none at all."""
        page = self.open("timed")
        for view in ("all", "plugins"):
            page.run("location.hash = arguments[0]", view)
            page.settle()
            widths = page.run("""
              return Object.fromEntries([...document.querySelectorAll("#picture .timed")].map((node) =>
                [node.querySelector("title").textContent,
                  parseFloat(getComputedStyle(node.querySelector(".box, .extent")).strokeWidth)]));""")
            self.assertEqual(set(widths), {"org.example.reports\n20 ms", "org.example.sessions\n2 ms"}, view)
            self.assertGreater(widths["org.example.reports\n20 ms"], 2 * widths["org.example.sessions\n2 ms"], view)
            self.assertIn("longest time", page.text("#legend"), view)
        page = self.open("small")
        self.assertNotIn("longest time", page.text("#legend"))


class SafetyTests(PageTests):
    def test_hostile_names_are_text(self):
        page = self.open("hostile")
        references = [""] + page.run("""
          const { nodes, contributors, findings } = JSON.parse(document.getElementById("data").textContent);
          return [...nodes, ...contributors].map((thing) => thing.id)
            .concat(findings.map((_, index) => `f${index}`), contributors.map((_, index) => `in${index}`));""")
        for reference in references:
            page.run("location.hash = arguments[0]", reference)
        box = next(reference for reference in references if reference[:1] == "b" and HOSTILE[:9] in page.run(
            "return JSON.parse(document.getElementById('data').textContent).nodes"
            ".find((node) => node.id === arguments[0]).name", reference))
        page.run("location.hash = arguments[0]", box)
        page.wait(lambda: page.count("#picture .chosen") == 1)
        page.click("#bindings-tab")
        for item in page.driver.find_elements("css selector", "#bindings .twist"):
            item.click()
        page.press("/", "img src=x")
        # Control characters are written out; all other characters are unchanged.
        shown = HOSTILE.replace("\u2028", "\\u{2028}").replace("\u202e", "\\u{202E}")
        self.assertTrue(any(shown in text for text in page.texts("#results bdi")))
        self.assertTrue(any(shown in text for text in page.texts("#bindings bdi")))
        self.assertTrue(any(shown in text for text in page.texts("#picture title")))
        self.assertTrue(any(shown in text for text in page.texts("#findings bdi")))
        self.assertIsNone(page.run("return window.hacked"))
        self.assertEqual(page.count("img, b, script:not([type='application/json'], [type=module])"), 0)

    def test_the_policy_blocks_everything_else(self):
        page = self.browser
        page.open("small")
        refused = page.run("""
          try { document.body.insertAdjacentHTML("beforeend", "<p>"); return false; }
          catch (error) { return error instanceof TypeError; }""")
        self.assertTrue(refused, "markup from text")
        page.run("""
          const image = document.createElement("img");
          image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACw=";
          document.body.append(image);
          const style = document.createElement("style");
          style.textContent = "body { display: none }";
          document.body.append(style);
          fetch("http://127.0.0.1:9/").catch(() => {});""")
        page.wait(lambda: len(page.run("return window.refused")) >= 3)
        refused = " ".join(page.run("return window.refused"))
        for directive in ("img-src", "style-src", "connect-src"):
            self.assertIn(directive, refused)

    def test_an_unknown_reference_selects_nothing(self):
        for fragment in ("b999999", "in999999", "f-1", "__proto__", "<img>", "all"):
            page = self.open("thousands", fragment)
            self.assertIsNone(page.chosen())
            self.assertGreater(page.count("#picture .node"), 0)


if __name__ == "__main__":
    sys.dont_write_bytecode = True
    unittest.main(verbosity=1)
