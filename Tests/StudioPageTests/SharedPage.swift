import BrowserSupport
import TestSupport
import Testing

/// One page of one studio for all tests of a suite that leave both as they are. They run one after the other.
struct SharedPage: SuiteTrait, TestScoping {
    /// `@unchecked Sendable`: one test at a time uses the page.
    final class Holder: @unchecked Sendable {
        let page: BrowserPage

        init(_ page: BrowserPage) { self.page = page }
    }

    @TaskLocal static var holder: Holder?

    /// What is done with the page before the first test.
    private let prepare: @Sendable (BrowserPage) throws -> Void

    init(_ prepare: @escaping @Sendable (BrowserPage) throws -> Void) { self.prepare = prepare }

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let studio = try RunningStudio()
        let holder = Holder(try studio.page(Chromium(executable: #require(Chromium.path))))
        try prepare(holder.page)
        try await Self.$holder.withValue(holder) { try await function() }
        withExtendedLifetime(studio) {}
    }
}

extension Trait where Self == SharedPage {
    /// As it is opened.
    static var sharedPage: Self { Self { _ in } }

    /// With edits, so that there is something to see.
    static var editedPage: Self {
        Self { page in
            try page.drag("#curve", from: .init(across: 0.25, down: 0.6), to: .init(across: 0.5, down: 0.6))
            try page.press("3", code: 51)
            try page.drag("#curve", from: .init(across: 0.55, down: 0.39), to: .init(across: 0.8, down: 0.6))
            try page.wait(for: "\(Shown.command).includes(' smooth')")
        }
    }
}
