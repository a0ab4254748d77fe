import MediaFormats
import MediaTime
import Pipeline
import Synchronization
import TestSupport
import Testing

@testable import Export

/// Work that another thread may give up.
@Suite struct CancellationTests {
    private final class Witness: Sendable {
        let calls = Mutex(0)
        func call() { calls.withLock { $0 += 1 } }
    }

    @Test func `A handler is called while its body runs, or at once, and is not kept`() throws {
        let cancellation = Cancellation()
        let witness = Witness()
        weak var kept: Witness?
        do {
            let early = Witness()
            kept = early
            #expect(cancellation.calling({ early.call() }) { 7 } == 7)
            #expect(throws: Cancelled.self) { try cancellation.calling({ early.call() }) { throw Cancelled() } }
            #expect(early.calls.withLock { $0 } == 0)
        }
        #expect(kept == nil)
        cancellation.calling({ witness.call() }) { cancellation.cancel() }
        #expect(witness.calls.withLock { $0 } == 1)
        cancellation.calling({ witness.call() }) { #expect(witness.calls.withLock { $0 } == 2) }
        cancellation.cancel()
        #expect(witness.calls.withLock { $0 } == 2)
    }

    /// The space of a file without a name is free when nothing has it open.
    @Test(arguments: [false, true])
    func `An export holds none of its files afterwards, though its cancellation stays`(fails: Bool) throws {
        let scratch = try ScratchDirectory()
        let path = try Clip("mp4", frames: 30, at: .fps(120)).write(to: scratch)
        var exporter = Exporter(plan: try Retime(.rate(1, 2)).plan(path, for: .mp4))
        let packets = Witness()
        if fails {
            exporter.fault = { _ in
                packets.call()
                return packets.calls.withLock { $0 } != 3
            }
        }
        let cancellation = Cancellation()
        let output = scratch.file("result.mp4")
        let report = try? exporter.run(to: output, cancellation: cancellation)
        #expect((report == nil) == fails)
        try Patience.wait { try OpenFiles.descriptors(below: scratch.path).isEmpty }
        #expect(!cancellation.isCancelled)
    }
}
