import FoundationEssentials
import Glibc

/// Another program, run under limits of time and memory.
struct LimitedProcess {
    /// How much it may take. A program that waits and one that computes are told apart, so that a busy machine makes no
    /// difference to the latter.
    struct Limits {
        /// Seconds of processor time.
        var processorTime: Int?
        /// Seconds on the clock.
        var time: Int
        /// Bytes of address space, behind which no memory is given.
        var addressSpace: Int?

        static let none = Limits(processorTime: nil, time: 600, addressSpace: nil)
        static let command = Limits(processorTime: 20, time: 120, addressSpace: 8 << 30)
    }

    enum Ending: Hashable {
        case exited(Int32)
        case signal(Int32)
        /// It was still at work when its time was over.
        case hung
    }

    struct Outcome {
        var ending: Ending
        /// The most memory that it was seen to have, in bytes.
        var memory: Int
        var output: [UInt8]
        var errors: String
    }

    private let words: [String]
    private let scratch: Scratch
    private let limits: Limits

    /// Prepares a run. The scratch folder takes what the program says; in `tmp` the program has its temporary files.
    init(_ words: [String], in scratch: Scratch, limits: Limits) {
        var script = "ulimit -c 0; "
        if let seconds = limits.processorTime { script += "ulimit -t \(seconds); " }
        if let bytes = limits.addressSpace { script += "ulimit -v \(bytes >> 10); " }
        let environment = ["/usr/bin/env", "TMPDIR=\(scratch.file("tmp"))"]
        self.words = environment + ["/bin/sh", "-c", script + "exec \"$@\"", "sh"] + words
        self.scratch = scratch
        self.limits = limits
    }

    func run() throws -> Outcome {
        let process = try start()
        var status: Int32 = 0
        var isLate = false
        var memory = 0
        let start = ContinuousClock.now
        while true {
            memory = max(memory, Self.memory(of: process))
            let done = unsafe waitpid(process, &status, isLate ? 0 : WNOHANG)
            if done == process { break }
            guard done == 0 || errno == EINTR else { throw HarnessError("waitpid: errno \(errno)") }
            if start.duration(to: .now) > .seconds(limits.time) {
                isLate = true
                kill(process, SIGKILL)
            } else {
                usleep(2000)
            }
        }
        let signal = status & 0x7F
        return Outcome(
            ending: isLate || signal == SIGXCPU || limits.processorTime != nil && signal == SIGKILL
                ? .hung : signal == 0 ? .exited(status >> 8 & 0xFF) : .signal(signal),
            memory: memory,
            output: try Scratch.bytes(of: scratch.file("output")),
            errors: String(decoding: try Scratch.bytes(of: scratch.file("errors")), as: UTF8.self)
        )
    }

    /// The most memory that a process has had until now, in bytes; 0 for one that has ended, and for one that still runs
    /// this program: `posix_spawn` returns a moment before the process leaves the memory of whoever started it.
    ///
    /// What the system tells at the end (`ru_maxrss`) is no measure: it counts that memory too.
    static func memory(of process: pid_t) -> Int {
        // In this order: a process that runs another program never comes back to this one.
        guard let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(process)/exe"),
            let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe"), program != own,
            let status = try? Scratch.bytes(of: "/proc/\(process)/status")
        else { return 0 }
        let lines = String(decoding: status, as: UTF8.self).split(separator: "\n")
        let peak = lines.first { $0.hasPrefix("VmHWM:") }?.split(whereSeparator: { " \t".contains($0) })
        return (peak?.dropFirst().first.flatMap { Int($0) } ?? 0) << 10
    }

    private func start() throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        let create = O_WRONLY | O_CREAT | O_TRUNC
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, scratch.file("output"), create, 0o600)
        unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, scratch.file("errors"), create, 0o600)
        var arguments = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe arguments.forEach { unsafe free($0) } }
        var process = pid_t()
        let code = unsafe posix_spawn(&process, words[0], &actions, nil, &arguments, environ)
        guard code == 0 else { throw HarnessError("posix_spawn: errno \(code)") }
        return process
    }
}
