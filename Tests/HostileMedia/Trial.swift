import Mutations

/// One damaged file, and what the command does with it. The same kind and seed give the same trial.
struct Trial {
    let kind: MediaKind
    let seed: UInt64
    let operation: Operation
    /// The damaged file.
    let bytes: [UInt8]

    /// Damages one of the whole files. The seed chooses the operation where none is given.
    init(_ kind: MediaKind, seed: UInt64, of whole: [MediaKind: [UInt8]], operation: Operation? = nil) {
        self.kind = kind
        self.seed = seed
        // The kind is part of the seed: other kinds are damaged at other places.
        var mutation = Mutation(seed: kind.name.utf8.reduce(seed) { $0 &* 31 &+ UInt64($1) })
        let drawn = Operation.allCases[mutation.below(Operation.allCases.count)]
        self.operation = operation ?? drawn
        let donors = MediaKind.all.compactMap { whole[$0] }
        let donor = donors[Int(seed % UInt64(max(1, donors.count)))]
        bytes = mutation.damaged(whole[kind] ?? [], donor: donor)
    }

    /// A file that is not damaged.
    init(undamaged kind: MediaKind, _ bytes: [UInt8], _ operation: Operation) {
        self.kind = kind
        seed = 0
        self.operation = operation
        self.bytes = bytes
    }

    /// Runs the command, with words before its own arguments.
    func run(_ command: String, _ words: [String] = [], in scratch: Scratch) throws -> Verdict {
        try scratch.clear()
        let input = try scratch.write(bytes, to: "work/clip.\(kind.name)")
        var output: String?
        let arguments = operation.arguments(input: input) { ending in
            let path = scratch.file("work/result.\(ending)")
            output = path
            return path
        }
        let outcome = try LimitedProcess([command] + words + arguments, in: scratch, limits: .command).run()
        var verdict = Verdict(outcome)
        if try Scratch.bytes(of: input) != bytes { verdict.faults.append(.inputChanged) }
        let left = try scratch.contents.map(scratch.file).filter { $0 != input }
        let isWritten = outcome.ending == .exited(0) && operation != .plan
        for path in left where !isWritten || path != output { verdict.faults.append(.left(path)) }
        if isWritten, let output {
            let reader = [
                "ffprobe", "-v", "error", "-count_packets", "-show_entries", "stream=nb_read_packets", "-of", "csv=p=0",
                output,
            ]
            let read = try LimitedProcess(reader, in: scratch, limits: .none).run()
            let packets = read.output.split(separator: UInt8(ascii: "\n")).compactMap { line in
                Int(String(decoding: line.filter { $0 != UInt8(ascii: ",") }, as: UTF8.self))
            }
            if read.ending != .exited(0) || packets.reduce(0, +) == 0 { verdict.faults.append(.refused(read.errors)) }
        }
        return verdict
    }
}
