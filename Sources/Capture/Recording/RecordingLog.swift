internal import Files
internal import Glibc
internal import MediaTime
internal import PathNames

/// A file with a line of JSON for each loss and each control that was changed, written as it happens.
///
/// `{"kind": "sequence", "count": 2, "sequence": 118, "timestamp": "1234567890/1000000", "seconds": 3.25}`,
/// `{"kind": "control", "count": 0, "name": "gain", "previous": 0, "value": 20, "cause": "asked", "timestamp": …}`: `timestamp` is by the
/// system's monotonic clock, `seconds` since the first frame.
struct RecordingLog: ~Copyable {
    private var file: GrowingFile
    private var position: UInt64 = 0

    /// Creates the file. One that it is to replace stays until ``publish()``.
    /// With `passesOver` a name that is taken gets a number.
    static func create(path: String, overwrites: Bool, passesOver: Bool = false) throws(OutputFileError) -> RecordingLog
    {
        var copy = 1
        while true {
            let path = FileEnding.path(path, copy: copy)
            do throws(OutputFileError) {
                return RecordingLog(try GrowingFile.create(path: path, overwrites: overwrites))
            } catch {
                guard passesOver, error.code == .exists || FileAttributes.isThere(path) else { throw error }
                copy += 1
            }
        }
    }

    /// Creates the file of a recording that begins now, and the folders that it is in. It replaces none.
    static func create(_ pattern: NamePattern) throws(OutputFileError) -> RecordingLog {
        var number: Int?
        return RecordingLog(try SeriesNames.create(pattern, at: WallClock.nanoseconds, number: &number))
    }

    /// Its path.
    var path: String { file.path }

    /// Whether nothing was to be said.
    var isEmpty: Bool { position == 0 }

    private init(_ file: consuming GrowingFile) { self.file = file }

    /// Replaces the file that had the name before.
    mutating func publish() throws(OutputFileError) { try file.replace() }

    /// Removes the file: there is no recording.
    consuming func discard() { file.discard() }

    mutating func append(_ loss: Loss, since first: RationalTime?) throws(FileError) {
        try append(Self.line(loss, since: first))
    }

    mutating func append(_ change: RecordedControlChange, since first: RationalTime?) throws(FileError) {
        try append(Self.line(change, since: first))
    }

    private mutating func append(_ line: String) throws(FileError) {
        let line = Array((line + "\n").utf8)
        try FileBytes.write(line, to: file.descriptor, at: position)
        position += UInt64(line.count)
    }

    static func line(_ loss: Loss, since first: RationalTime?) -> String {
        line(
            ["\"kind\": \"\(loss.kind.rawValue)\"", "\"count\": \(loss.count)", "\"sequence\": \(loss.sequence)"],
            at: loss.timestamp,
            since: first
        )
    }

    /// A control's name has only letters, digits and `_`.
    static func line(_ change: RecordedControlChange, since first: RationalTime?) -> String {
        let fields = [
            "\"kind\": \"control\"",
            // Who adds up the counts of all lines counts lost frames.
            "\"count\": 0",
            "\"name\": \"\(change.name)\"",
            change.previous.map { "\"previous\": \($0)" },
            change.value.map { "\"value\": \($0)" },
            "\"cause\": \"\(change.cause.rawValue)\"",
        ]
        return line(fields.compactMap(\.self), at: change.instant, since: first)
    }

    private static func line(_ fields: [String], at instant: RationalTime, since first: RationalTime?) -> String {
        let seconds = first.flatMap { try? instant - $0 }?.seconds
        let times = [
            "\"timestamp\": \"\(instant.value)/\(instant.timescale)\"", seconds.map { "\"seconds\": \($0)" },
        ]
        return "{" + (fields + times.compactMap(\.self)).joined(separator: ", ") + "}"
    }
}
