internal import Glibc
internal import Synchronization

/// Browsers that no test uses just now. To start one takes longer than what most tests do with it, so each is handed on.
enum IdleBrowsers {
    private static let browsers = Mutex<[BrowserProcess]>([])

    /// They end before the tests do.
    private static let isEnded: Void = { _ = atexit { IdleBrowsers.browsers.withLock { $0 = [] } } }()

    /// One that is idle, else a new one.
    static func take(executable: String) throws -> BrowserProcess {
        _ = isEnded
        return try browsers.withLock { $0.popLast() } ?? BrowserProcess(executable: executable)
    }

    /// Takes one back.
    static func give(_ browser: BrowserProcess) { browsers.withLock { $0.append(browser) } }
}
