internal import FoundationEssentials

/// A Chromium for one test, whose pages know nothing of those of other tests: storage, cookies and locks are their own.
package final class Chromium {
    /// Where Debian puts it; `nil` where it is not installed.
    package static var path: String? {
        ["/usr/bin/chromium", "/usr/bin/chromium-browser"].first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private let process: BrowserProcess
    private let context: JSONValue
    private var sessions: Set<String> = []
    /// Whether it does not answer any more.
    private var isLost = false

    package init(executable: String) throws {
        process = try IdleBrowsers.take(executable: executable)
        context = try process.ask("Target.createBrowserContext")["browserContextId"] ?? .null
    }

    deinit {
        guard !isLost, (try? process.ask("Target.disposeBrowserContext", ["browserContextId": context])) != nil else {
            return
        }
        process.forgetEvents()
        IdleBrowsers.give(process)
    }

    /// What its pages have said of themselves without being asked.
    var events: [BrowserProcess.Message] {
        process.events.filter { event in event.sessionId.map(sessions.contains) == true }
    }

    /// Opens a page.
    ///
    /// - Returns: the session in which it is spoken to.
    func openPage() throws -> String {
        let target = try ask("Target.createTarget", ["url": "about:blank", "browserContextId": context])
        let attached = try ask(
            "Target.attachToTarget",
            ["targetId": target["targetId"] ?? .null, "flatten": true]
        )
        guard let session = attached["sessionId"]?.string else { throw PageError("no session") }
        sessions.insert(session)
        return session
    }

    /// Asks something and waits for the answer; events in between are kept.
    @discardableResult
    func ask(_ method: String, _ params: JSONValue = [:], session: String? = nil) throws -> JSONValue {
        do {
            return try process.ask(method, params, session: session)
        } catch let refusal as BrowserProcess.Refusal {
            throw refusal
        } catch {
            isLost = true
            throw error
        }
    }
}
