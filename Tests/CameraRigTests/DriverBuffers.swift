import MediaTime

/// What a driver handed to a program: the kernel's own account of it, by `trace_buffers` of the rig.
struct DriverBuffers {
    struct Buffer {
        /// The driver's number of the frame.
        let sequence: UInt32
        /// The driver's time stamp, in nanoseconds.
        let instant: Int64
    }

    let buffers: [Buffer]

    init(parsing text: String) throws {
        buffers = try text.split(separator: "\n").map { line in
            let words = line.split(separator: " ")
            guard words.count == 2, let sequence = UInt32(words[0]), let instant = Int64(words[1]) else {
                throw LedgerError(line: String(line))
            }
            return Buffer(sequence: sequence, instant: instant)
        }
    }

    /// The buffers that were recorded at these times, one after the other and none left out between them; `nil` where
    /// there is no such run. Times are the driver's when their distances from the first are, within some seconds.
    func run(of times: [RationalTime], within tolerance: Double = 1e-6) throws -> ArraySlice<Buffer>? {
        guard let first = times.first, times.count <= buffers.count else { return nil }
        let distances = try times.map { try ($0 - first).seconds }
        for start in 0...(buffers.count - times.count) {
            let run = buffers[start..<(start + times.count)]
            let isThatRun = zip(run, distances).allSatisfy { buffer, distance in
                abs(Double(buffer.instant - buffers[start].instant) / 1e9 - distance) < tolerance
            }
            if isThatRun { return run }
        }
        return nil
    }
}
