import Testing

@testable import Comparison

@Suite struct PageTemplateTests {
    @Test(arguments: [
        ("", [PageTemplate.Part.text("")]),
        ("a{{b}}c", [.text("a"), .place("b"), .text("c")]),
        ("{{a}}{{b}}", [.text(""), .place("a"), .text(""), .place("b"), .text("")]),
        ("a { b } }} c", [.text("a { b } }} c")]),
    ])
    func `Places are found`(template: String, parts: [PageTemplate.Part]) {
        #expect(PageTemplate.parts(of: template) == parts)
    }

    @Test func `The page has one place for each of its parts, and loads nothing`() {
        let page = PageResource.text(PackageResources.page_html)
        let places = PageTemplate.parts(of: page).compactMap { part in
            if case .place(let name) = part { name } else { nil }
        }
        #expect(places.sorted() == ["media", "results", "scripts", "style"])
        let all = page + PageResource.scripts + PageResource.text(PackageResources.style_css)
        #expect(["http://", "https://", "fetch(", "XMLHttpRequest", "@import"].allSatisfy { !all.contains($0) })
    }

    @Test func `No script ends its own element`() {
        #expect(!PageResource.scripts.contains("</script"))
    }
}
