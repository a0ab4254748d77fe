internal import Files
internal import Glibc
internal import MediaTime

/// A file with a line of JSON for each loss, written as it happens.
///
/// `{"kind": "sequence", "count": 2, "sequence": 118, "timestamp": "1234567890/1000000", "seconds": 3.25}`: `timestamp`
/// is by the system's monotonic clock, `seconds` since the first frame.
struct LossLog: ~Copyable {
    private var file: GrowingFile
    private var position: UInt64 = 0

    /// Creates the file. One that it is to replace stays until ``publish()``.
    static func create(path: String, overwrites: Bool) throws(OutputFileError) -> LossLog {
        LossLog(try GrowingFile.create(path: path, overwrites: overwrites))
    }

    private init(_ file: consuming GrowingFile) { self.file = file }

    /// Replaces the file that had the name before.
    mutating func publish() throws(OutputFileError) { try file.replace() }

    /// Removes the file: there is no recording.
    consuming func discard() { file.discard() }

    mutating func append(_ loss: Loss, since first: RationalTime?) throws(FileError) {
        let line = Array((Self.line(loss, since: first) + "\n").utf8)
        try FileBytes.write(line, to: file.descriptor, at: position)
        position += UInt64(line.count)
    }

    static func line(_ loss: Loss, since first: RationalTime?) -> String {
        let seconds = first.flatMap { try? loss.timestamp - $0 }?.seconds
        let fields = [
            "\"kind\": \"\(loss.kind.rawValue)\"",
            "\"count\": \(loss.count)",
            "\"sequence\": \(loss.sequence)",
            "\"timestamp\": \"\(loss.timestamp.value)/\(loss.timestamp.timescale)\"",
            seconds.map { "\"seconds\": \($0)" },
        ]
        return "{" + fields.compactMap { $0 }.joined(separator: ", ") + "}"
    }
}
