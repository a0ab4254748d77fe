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

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let studio = try RunningStudio()
        let holder = Holder(try studio.page(Chromium(executable: #require(Chromium.path))))
        try await Self.$holder.withValue(holder) { try await function() }
        withExtendedLifetime(studio) {}
    }
}

extension Trait where Self == SharedPage {
    static var sharedPage: Self { Self() }
}
