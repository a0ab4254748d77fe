/// A page in a browser, clicked and typed at as a person does.
final class BrowserPage {
    private let browser: Chromium
    private let session: String

    /// Opens a file.
    init(_ path: String, in browser: Chromium) throws {
        self.browser = browser
        let target = try browser.ask("Target.createTarget", ["url": "about:blank"])["targetId"] ?? .null
        let attached = try browser.ask("Target.attachToTarget", ["targetId": target, "flatten": true])
        guard let session = attached["sessionId"]?.string else { throw PageError("no session") }
        self.session = session
        for domain in ["Page", "Runtime", "Network", "Log"] { try browser.ask("\(domain).enable", session: session) }
        // The tests' own recorder is a module, which the page's policy forbids.
        try browser.ask("Page.setBypassCSP", ["enabled": true], session: session)
        try browser.ask("Page.navigate", ["url": .string("file://\(path)")], session: session)
        try wait(for: "document.readyState === 'complete' && window.comparison !== undefined")
        try wait(for: "!document.getElementById('play').disabled")
    }

    /// The value of an expression; a promise's, when it is kept.
    @discardableResult
    func value(_ expression: String) throws -> JSONValue {
        let answer = try browser.ask(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true],
            session: session
        )
        if let details = answer["exceptionDetails"] { throw PageError("\(expression): \(details)") }
        return answer["result"]?["value"] ?? .null
    }

    func number(_ expression: String) throws -> Double { try value(expression).number ?? .nan }

    func text(_ selector: String) throws -> String {
        try value("document.querySelector(`\(selector)`).textContent").string ?? ""
    }

    /// Waits until an expression is true; what has not come after a minute is not going to.
    func wait(for condition: String) throws {
        for _ in 0..<3000 {
            if try value("Boolean(\(condition))") == true { return }
            try value("new Promise((resolve) => setTimeout(resolve, 20))")
        }
        throw PageError("never true: \(condition); the page complains of \(complaints)")
    }

    /// Clicks in the middle of an element, or at a part of its width.
    func click(_ selector: String, across part: Double = 0.5) throws {
        let place = try value(
            """
            (() => {
              const element = document.querySelector(`\(selector)`);
              element.scrollIntoView({ block: "center" });
              const box = element.getBoundingClientRect();
              return [box.left + box.width * \(part), box.top + box.height / 2];
            })()
            """
        )
        guard let place = place.array, place.count == 2 else { throw PageError("there is no \(selector)") }
        for type in ["mousePressed", "mouseReleased"] {
            try browser.ask(
                "Input.dispatchMouseEvent",
                ["type": .string(type), "x": place[0], "y": place[1], "button": "left", "clickCount": 1],
                session: session
            )
        }
    }

    /// Presses and releases a key, by its name and its legacy number.
    func press(_ key: String, code: Int) throws {
        let text = key == "Enter" ? "\r" : key.count == 1 ? key : ""
        for type in [text.isEmpty ? "rawKeyDown" : "keyDown", "keyUp"] {
            try browser.ask(
                "Input.dispatchKeyEvent",
                [
                    "type": .string(type), "key": .string(key), "text": .string(type == "keyUp" ? "" : text),
                    "windowsVirtualKeyCode": .number(Double(code)),
                ],
                session: session
            )
        }
    }

    /// What went wrong on the page so far.
    var complaints: [String] {
        browser.events.compactMap { event in
            switch event.method {
            case "Runtime.exceptionThrown": "\(event.params ?? .null)"
            case "Runtime.consoleAPICalled" where ["error", "warning"].contains(event.params?["type"]?.string):
                "\(event.params ?? .null)"
            case "Log.entryAdded": event.params?["entry"]?["text"]?.string
            default: nil
            }
        }
    }

    /// What the page has loaded so far.
    var requests: [String] {
        browser.events.filter { $0.method == "Network.requestWillBeSent" }
            .compactMap { $0.params?["request"]?["url"]?.string }
    }
}
