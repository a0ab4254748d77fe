import TestSupport
import Testing

/// One studio for all tests of a suite that leave it as it is.
struct SharedStudio: SuiteTrait, TestScoping {
    /// The address of its page.
    @TaskLocal static var address: String?

    func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        let studio = try RunningStudio()
        try await Self.$address.withValue(studio.address) { try await function() }
        withExtendedLifetime(studio) {}
    }
}

extension Trait where Self == SharedStudio {
    static var sharedStudio: Self { Self() }
}
