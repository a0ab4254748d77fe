import Glibc
import Synchronization
import TestSupport
import Testing

@testable import Studio

/// Exports run one after another, as the command lines that they are.
@Suite(.endsIfItHangs) struct ExportQueueTests {
    /// A queue whose program is a script. `$3` is the first argument behind the clip.
    private static func queue(_ scratch: ScratchDirectory, _ script: String) throws -> ExportQueue {
        let path = try scratch.write(
            Array("#!/bin/sh\n\(script)\n".utf8),
            to: "program-\(UInt32.random(in: 0...(.max)))"
        )
        #expect(unsafe chmod(path, 0o700) == 0)
        return ExportQueue(
            ExportProgram(path: path, always: ["--json", "--progress-lines"], replacing: ["--force"]),
            // Beside other tests, even a shell may take its time.
            patience: 300_000
        ) {
        } onDone: { _ in
            7
        }
    }

    private static func command(_ scratch: ScratchDirectory, _ name: String) -> EditCommand {
        var document = EditDocument()
        document.output = name
        return EditCommand(document, paths: ["/clip.mp4"], into: scratch.path)
    }

    private static func end(_ queue: ExportQueue, _ id: Int) throws -> ExportJob? {
        try Patience.wait { !queue.jobs.contains { $0.id == id && !$0.hasEnded } }
        return queue.jobs.first { $0.id == id }
    }

    @Test func `A job says how far it is, and what came out`() throws {
        let scratch = try ScratchDirectory()
        let script = #"echo "warning: w" >&2; echo '{"fraction":0.5,"secondsLeft":3}' >&2; echo "$*" > "$4""#
        let queue = try Self.queue(scratch, script)
        defer { queue.close() }
        let job = try queue.add(Self.command(scratch, "a b.mp4"), replacing: false)
        let end = try #require(try Self.end(queue, job.id))
        #expect((end.stage, end.fraction, end.clip, end.message) == (.done, 1, 7, "warning: w"))
        let words = String(decoding: try ScratchDirectory.bytes(of: scratch.file("a b.mp4")), as: UTF8.self)
        #expect(words == "export /clip.mp4 -o \(scratch.file("a b.mp4")) --json --progress-lines\n")
        // It is there now.
        #expect { try queue.add(Self.command(scratch, "a b.mp4"), replacing: false) } throws: {
            ($0 as? StudioError)?.kind == .exists
        }
        let again = try queue.add(Self.command(scratch, "a b.mp4"), replacing: true)
        #expect(try Self.end(queue, again.id)?.stage == .done)
        #expect(
            String(decoding: try ScratchDirectory.bytes(of: scratch.file("a b.mp4")), as: UTF8.self).hasSuffix(
                "--force\n"
            )
        )
    }

    @Test func `A job that fails says why`() throws {
        let scratch = try ScratchDirectory()
        let queue = try Self.queue(scratch, #"echo '{"error":{"message":"no room","hint":"make some"}}' >&2; exit 74"#)
        defer { queue.close() }
        let job = try queue.add(Self.command(scratch, "a.mp4"), replacing: false)
        let end = try Self.end(queue, job.id)
        #expect(end?.stage == .failed)
        #expect(end?.message == "no room (make some)")
    }

    @Test func `A job is asked for obstacles when it is its turn`() throws {
        let scratch = try ScratchDirectory()
        let queue = try Self.queue(scratch, #"while [ -e "$4.wait" ]; do sleep 0.05; done; echo > "$4""#)
        defer { queue.close() }
        _ = try scratch.write([], to: "first.mp4.wait")
        let first = try queue.add(Self.command(scratch, "first.mp4"), replacing: false)
        let reason = Mutex<String?>(nil)
        let second = try queue.add(Self.command(scratch, "second.mp4"), replacing: false) { reason.withLock { $0 } }
        let third = try queue.add(Self.command(scratch, "third.mp4"), replacing: false) { nil }
        reason.withLock { $0 = "clip.mp4 was replaced" }
        #expect(unsafe unlink(scratch.file("first.mp4.wait")) == 0)
        #expect(try Self.end(queue, first.id)?.stage == .done)
        let end = try Self.end(queue, second.id)
        #expect(end?.stage == .failed)
        #expect(end?.message == "clip.mp4 was replaced")
        #expect(try !scratch.contents.contains("second.mp4"))
        #expect(try Self.end(queue, third.id)?.stage == .done)
    }

    @Test func `A job that is given up is interrupted, and the next one runs`() throws {
        let scratch = try ScratchDirectory()
        let queue = try Self.queue(
            scratch,
            #"case "$4" in *slow*) trap 'exit 130' INT; touch "$4.on"; while :; do sleep 0.05; done;; esac"#
        )
        defer { queue.close() }
        let slow = try queue.add(Self.command(scratch, "slow.mp4"), replacing: false)
        let next = try queue.add(Self.command(scratch, "next.mp4"), replacing: false)
        let never = try queue.add(Self.command(scratch, "never.mp4"), replacing: false)
        #expect(throws: StudioError.self) { try queue.add(Self.command(scratch, "next.mp4"), replacing: false) }
        try queue.remove(never.id)
        try Patience.wait { isThere(scratch.file("slow.mp4.on")) }
        try queue.remove(slow.id)
        #expect(try Self.end(queue, slow.id)?.stage == .cancelled)
        #expect(try Self.end(queue, next.id)?.stage == .done)
        #expect(try Self.end(queue, never.id)?.stage == .cancelled)
        try queue.remove(slow.id)
        #expect(!queue.jobs.contains { $0.id == slow.id })
    }

    /// A shell without job control has what it starts in the background ignore interruptions, and so would the job.
    @Test func `A job is in a session of its own, where it can be interrupted`() throws {
        let scratch = try ScratchDirectory()
        let script = "read -r process name stage parent group session rest < /proc/$$/stat; [ $process = $session ]"
        let queue = try Self.queue(scratch, script)
        defer { queue.close() }
        let job = try queue.add(Self.command(scratch, "a.mp4"), replacing: false)
        #expect(try Self.end(queue, job.id)?.stage == .done)
    }

    @Test func `The end of the session ends what runs`() throws {
        let scratch = try ScratchDirectory()
        let queue = try Self.queue(
            scratch,
            #"trap 'touch "$4.end"; exit 130' INT; touch "$4.on"; while :; do sleep 0.05; done"#
        )
        _ = try queue.add(Self.command(scratch, "slow.mp4"), replacing: false)
        try Patience.wait { isThere(scratch.file("slow.mp4.on")) }
        queue.close()
        #expect(isThere(scratch.file("slow.mp4.end")))
    }
}
