internal import FoundationEssentials
internal import Glibc

/// A page in a browser, clicked and typed at as a person does.
package final class BrowserPage {
    private let browser: Chromium
    private let session: String

    /// Opens an address, and waits until a condition is true. With `lettingScriptsIn` a test may bring scripts of its own,
    /// which the page's policy would forbid.
    package init(
        _ address: String,
        in browser: Chromium,
        readyWhen condition: String,
        lettingScriptsIn: Bool = false
    ) throws {
        self.browser = browser
        session = try browser.openPage()
        for domain in ["Page", "Runtime", "Network", "Log"] { try browser.ask("\(domain).enable", session: session) }
        if lettingScriptsIn { try browser.ask("Page.setBypassCSP", ["enabled": true], session: session) }
        try browser.ask("Page.navigate", ["url": .string(address)], session: session)
        try wait(for: "document.readyState === 'complete' && (\(condition))")
    }

    /// Anything of the browser's protocol.
    @discardableResult
    package func ask(_ method: String, _ parameters: JSONValue = [:]) throws -> JSONValue {
        try browser.ask(method, parameters, session: session)
    }

    /// The value of an expression; a promise's, when it is kept.
    @discardableResult
    package func value(_ expression: String) throws -> JSONValue {
        let answer = try browser.ask(
            "Runtime.evaluate",
            ["expression": .string(expression), "awaitPromise": true, "returnByValue": true],
            session: session
        )
        if let details = answer["exceptionDetails"] { throw PageError("\(expression): \(details)") }
        return answer["result"]?["value"] ?? .null
    }

    package func number(_ expression: String) throws -> Double { try value(expression).number ?? .nan }

    package func text(_ selector: String) throws -> String {
        try value("document.querySelector(`\(selector)`).textContent").string ?? ""
    }

    /// Waits until an expression is true; what has not come after three minutes is not going to.
    package func wait(for condition: String) throws {
        for _ in 0..<9000 {
            do {
                if try value("Boolean(\(condition))") == true { return }
            } catch is BrowserProcess.Refusal {
                // The page that was asked has made way for another one.
            }
            usleep(20_000)
        }
        let said = try value(
            "[...document.querySelectorAll('[role=alert], [role=status]')].map((element) => element.textContent)"
        )
        throw PageError("never true: \(condition); the page says \(said), and complains of \(complaints)")
    }

    /// A place within an element: parts of its width and height, from its upper left.
    package struct Place {
        let across: Double
        let down: Double

        package init(across: Double = 0.5, down: Double = 0.5) { (self.across, self.down) = (across, down) }
    }

    /// Loads the page anew, and waits until a condition is true of the new one: the old one is there for a while, and true of it
    /// may be the same.
    package func reload(readyWhen condition: String) throws {
        try value("window.isOld = true")
        try ask("Page.reload")
        try wait(for: "window.isOld === undefined && document.readyState === 'complete' && (\(condition))")
    }

    /// Clicks in the middle of an element, or at a part of its width.
    package func click(_ selector: String, across part: Double = 0.5) throws {
        try scroll(to: selector)
        let place = try steadyPoint(selector, Place(across: part))
        try mouse("mousePressed", place)
        try mouse("mouseReleased", place)
    }

    /// Presses at one place of an element, moves to another one, and lets go.
    package func drag(_ selector: String, from start: Place, to end: Place) throws {
        try scroll(to: selector)
        let (first, last) = (try point(selector, start), try point(selector, end))
        try mouse("mousePressed", first)
        for step in 1...8 {
            let part = Double(step) / 8
            try mouse("mouseMoved", (first.x + (last.x - first.x) * part, first.y + (last.y - first.y) * part))
        }
        try mouse("mouseReleased", last)
    }

    /// Waits until an element is there, and scrolls to it. What pages draw they draw when the browser shows the next frame:
    /// until then it is not where it is going to be.
    private func scroll(to selector: String) throws {
        try wait(for: "document.querySelector(`\(selector)`)")
        try waitForFrame()
        try value("document.querySelector(`\(selector)`)?.scrollIntoView({ block: 'center' })")
    }

    /// Waits until all is drawn that was to be drawn with the next frame. A page that is not seen has none.
    package func waitForFrame() throws {
        try value(
            """
            new Promise((resolve) => {
              if (document.hidden) resolve();
              requestAnimationFrame(() => requestAnimationFrame(() => resolve()));
            })
            """
        )
    }

    /// Where an element is once it stays there: what is answered meanwhile may show or hide others above it.
    private func steadyPoint(_ selector: String, _ place: Place) throws -> (x: Double, y: Double) {
        var last = try point(selector, place)
        for _ in 0..<100 {
            try waitForFrame()
            let next = try point(selector, place)
            if next == last { break }
            last = next
        }
        return last
    }

    private func point(_ selector: String, _ place: Place) throws -> (x: Double, y: Double) {
        let found = try value(
            """
            (() => {
              const box = document.querySelector(`\(selector)`).getBoundingClientRect();
              return [box.left + box.width * \(place.across), box.top + box.height * \(place.down)];
            })()
            """
        )
        guard let x = found.array?.first?.number, let y = found.array?.last?.number else {
            throw PageError("there is no \(selector)")
        }
        return (x, y)
    }

    private func mouse(_ type: String, _ place: (x: Double, y: Double)) throws {
        try ask(
            "Input.dispatchMouseEvent",
            [
                "type": .string(type), "x": .number(place.x), "y": .number(place.y), "button": "left",
                "buttons": type == "mouseReleased" ? 0 : 1, "clickCount": 1,
            ]
        )
    }

    /// Gives an element the focus once it is there.
    package func focus(_ selector: String) throws {
        try wait(for: "document.querySelector(`\(selector)`)")
        try value("document.querySelector(`\(selector)`).focus()")
    }

    /// Types a text at where the focus is.
    package func type(_ text: String) throws { try ask("Input.insertText", ["text": .string(text)]) }

    /// The page as it looks: the bytes of a picture, `png` or `jpeg` or `webp`.
    package func screenshot(as format: String = "png", quality: Int? = nil) throws -> [UInt8] {
        var parameters: [String: JSONValue] = ["format": .string(format)]
        parameters["quality"] = quality.map { .number(Double($0)) }
        let answer = try ask("Page.captureScreenshot", .object(parameters))
        guard let data = Data(base64Encoded: answer["data"]?.string ?? "") else { throw PageError("no picture") }
        return Array(data)
    }

    /// The size of the window in CSS pixels, and the scheme of colours.
    package func look(width: Int, height: Int, isDark: Bool) throws {
        try ask(
            "Emulation.setDeviceMetricsOverride",
            [
                "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": 1,
                "mobile": .bool(width < 600),
            ]
        )
        let scheme: JSONValue = ["name": "prefers-color-scheme", "value": isDark ? "dark" : "light"]
        try ask("Emulation.setEmulatedMedia", ["features": [scheme]])
    }

    /// Keys that are held while another one is pressed.
    package struct Modifiers: OptionSet {
        package let rawValue: Int
        package init(rawValue: Int) { self.rawValue = rawValue }

        package static let alt = Modifiers(rawValue: 1)
        package static let control = Modifiers(rawValue: 2)
        package static let shift = Modifiers(rawValue: 8)
    }

    /// Presses and releases a key, by its name and its legacy number.
    package func press(_ key: String, code: Int, holding modifiers: Modifiers = []) throws {
        let text = key == "Enter" ? "\r" : key.count == 1 && !modifiers.contains(.control) ? key : ""
        for type in [text.isEmpty ? "rawKeyDown" : "keyDown", "keyUp"] {
            try browser.ask(
                "Input.dispatchKeyEvent",
                [
                    "type": .string(type), "key": .string(key), "text": .string(type == "keyUp" ? "" : text),
                    "windowsVirtualKeyCode": .number(Double(code)), "modifiers": .number(Double(modifiers.rawValue)),
                ],
                session: session
            )
        }
    }

    /// What went wrong on the page so far.
    package var complaints: [String] {
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
    package var requests: [String] {
        browser.events.filter { $0.method == "Network.requestWillBeSent" }
            .compactMap { $0.params?["request"]?["url"]?.string }
    }
}
