import ArgumentParser
import FoundationEssentials
import Glibc
import Pipeline
import Synchronization

/// Damages clips of all kinds, and gives them to the command.
@main
struct HostileMedia: ParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Damages clips of all kinds, and gives them to the command.",
        discussion: """
            A trial is a kind and a seed, and the same in every run. Each fault is printed with its trial; the last lines \
            say how the command ended. The exit code is 1 where there was a fault.
            """
    )

    @Option(help: "The first seed.") var first: UInt64 = 0
    @Option(help: "How many seeds of each kind.") var count: UInt64 = 100
    @Option(help: "How many trials at once.") var jobs = 2
    @Option(name: .customLong("kind"), help: "A kind; all unless given. Repeatable.") var kinds: [String] = []
    @Option(help: "What is done with each file; chosen by its seed unless given.") var operation: String?
    @Option(help: "The command; the one beside this program unless given.") var command: String?
    @Option(help: "A folder for files that lead to faults.") var keep: String?

    func run() throws {
        let command = try command ?? Self.neighbour("overcrank")
        let operation = try operation.map { name in
            guard let operation = Operation(rawValue: name) else { throw ValidationError("no operation \(name)") }
            return operation
        }
        let chosen = kinds.isEmpty ? MediaKind.all : MediaKind.all.filter { kinds.contains($0.name) }
        let whole = try Self.wholeClips()
        let queue = Mutex((first..<first + count).flatMap { seed in chosen.map { (kind: $0, seed: seed) } }[...])
        let report = Mutex(Report())
        let group = WorkerGroup()
        for _ in 0..<jobs {
            group.start {
                let scratch = try Scratch()
                while let (kind, seed) = queue.withLock({ $0.popFirst() }) {
                    let trial = Trial(kind, seed: seed, of: whole, operation: operation)
                    let verdict = try trial.run(command, in: scratch)
                    report.withLock { $0.add(verdict, of: trial) }
                    if let keep, !verdict.faults.isEmpty {
                        let path = "\(keep)/\(kind.name)-\(seed)-\(trial.operation).\(kind.name)"
                        try Data(trial.bytes).write(to: URL(filePath: path))
                    }
                }
            }
        }
        try group.join()
        let end = report.withLock { $0 }
        print(end.table)
        if end.faults > 0 { throw ExitCode(1) }
    }

    /// The undamaged clips of all kinds.
    static func wholeClips() throws -> [MediaKind: [UInt8]] {
        let scratch = try Scratch()
        return try Dictionary(uniqueKeysWithValues: MediaKind.all.map { ($0, try $0.bytes(in: scratch)) })
    }

    /// The path of a program that was built with this one.
    static func neighbour(_ name: String) throws -> String {
        let own = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return own.prefix(upTo: own.lastIndex(of: "/") ?? own.startIndex) + "/" + name
    }
}

/// How the trials ended.
private struct Report {
    private var endings: [String: [LimitedProcess.Ending: Int]] = [:]
    private(set) var faults = 0

    mutating func add(_ verdict: Verdict, of trial: Trial) {
        endings[trial.kind.name, default: [:]][verdict.ending, default: 0] += 1
        for fault in verdict.faults {
            faults += 1
            print("--kind \(trial.kind.name) --first \(trial.seed) --count 1, \(trial.operation): \(fault)")
        }
        if !verdict.faults.isEmpty { fflush(nil) }
    }

    /// A line for each kind: how often each exit code came.
    var table: String {
        let lines = endings.sorted { $0.key < $1.key }.map { kind, endings in
            let counts = endings.map { "\($0.key) × \($0.value)" }.sorted()
            return "\(kind): \(counts.joined(separator: ", "))"
        }
        return (lines + ["\(faults) faults"]).joined(separator: "\n")
    }
}
