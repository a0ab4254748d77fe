import Glibc
import Mutations
import TestSupport
import Testing

@testable import HostileMedia

/// A few damaged clips of each kind. `HostileMedia` runs as many as one likes.
@Suite(.serialized, .endsIfItHangs) struct HostileMediaTests {
    private static let whole = Result { try HostileMedia.wholeClips() }

    @Test(arguments: MediaKind.all.map(\.name))
    func `A damaged clip does no harm`(name: String) throws {
        let whole = try Self.whole.get()
        let kind = try #require(MediaKind.all.first { $0.name == name })
        let scratch = try Scratch()
        for seed in Rounds.seeds(4) {
            let trial = Trial(kind, seed: seed, of: whole)
            let verdict = try trial.run(HostileMedia.neighbour("overcrank"), in: scratch)
            for fault in verdict.faults { Issue.record("seed \(seed), \(trial.operation): \(fault)") }
        }
    }

    @Test func `An undamaged clip of each kind is exported`() throws {
        let scratch = try Scratch()
        // Streams of a codec alone have no timestamps.
        for (kind, bytes) in try Self.whole.get() where !["h264", "hevc"].contains(kind.name) {
            let trial = Trial(undamaged: kind, bytes, .constantRate)
            let verdict = try trial.run(HostileMedia.neighbour("overcrank"), in: scratch)
            #expect(verdict.ending == .exited(0) && verdict.faults.isEmpty, "\(kind.name): \(verdict)")
        }
    }
}

/// The harness finds what it is there for.
@Suite struct HarnessTests {
    private let scratch: Scratch

    init() throws { scratch = try Scratch() }

    /// What is found in a run of a shell script in place of the command.
    private func faults(_ script: String, _ operation: Operation = .copy) throws -> [String] {
        let path = try scratch.write(Array("#!/bin/sh\n\(script)\n".utf8), to: "script")
        let command = try scratch.write(Array("exec sh \(path) \"$@\"".utf8), to: "command")
        let trial = Trial(undamaged: try #require(MediaKind.all.first), Array("clip".utf8), operation)
        return try trial.run("/bin/sh", [command], in: scratch).faults.map(\.description)
    }

    @Test(arguments: [
        ("kill -SEGV $$", "ended by signal 11"), ("echo 'error: x' >&2; exit 70", "exit code 70"),
        ("exit 65", "an error without a reason: "), ("touch \"$4\"; echo 'error: x' >&2; exit 65", "leaves "),
        ("touch $TMPDIR/a; echo 'error: x' >&2; exit 65", "leaves "),
        ("echo x >> $2; echo 'error: x' >&2; exit 65", "changes its input"),
        ("echo x > $4", "ffprobe finds nothing in the result: "),
        ("touch ${4%/*}/other; echo 'error: x' >&2; exit 65", "leaves "),
        ("kill -KILL $$", "does not end"),
    ])
    func `A fault is found`(script: String, fault: String) throws {
        let faults = try faults(script)
        #expect(faults.count == 1 && faults[0].hasPrefix(fault), "\(faults)")
    }

    @Test func `An error is none`() throws {
        #expect(try faults("echo 'error: damaged' >&2; exit 65").isEmpty)
        #expect(try faults("exit 0", .inspect).isEmpty)
    }

    @Test func `The memory of the command is seen, whoever starts it`() throws {
        let faults = try faults("exec dd if=/dev/zero of=/dev/null bs=1200M count=3 status=none", .inspect)
        #expect(faults.count == 1 && faults[0].hasPrefix("takes "), "\(faults)")
    }

    @Test func `The memory of whoever starts the command is not its own`() throws {
        #expect(LimitedProcess.memory(of: getpid()) == 0)
    }

    @Test func `A trial is the same in every run`() throws {
        let kind = try #require(MediaKind.all.first)
        let whole = [kind: Array(repeating: UInt8(7), count: 5000)]
        let trials = (0..<2).map { _ in Trial(kind, seed: 12, of: whole) }
        #expect(trials[0].bytes == trials[1].bytes && trials[0].operation == trials[1].operation)
        #expect(Trial(kind, seed: 13, of: whole).bytes != trials[0].bytes)
    }
}
