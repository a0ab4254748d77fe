internal import Files
internal import Glibc

/// Reads what the fragments of a movie hold, and where its last whole one ends.
struct MovieScan {
    /// By the tracks' numbers.
    private(set) var tracks: [UInt32: SampleIndex] = [:]
    /// Where the first fragment begins.
    private(set) var start: UInt64
    /// Where the last whole fragment ends; what comes after it was not written to its end.
    private(set) var end: UInt64

    /// Scans a file from where its fragments begin.
    ///
    /// - Complexity: O(number of samples); of the media themselves nothing is read.
    init(_ file: Int32, from start: UInt64) throws(FileError) {
        self.start = start
        end = start
        let size = try FileBytes.size(of: file)
        var position = start
        var pending: MovieFragment?
        while let header = try BoxHeader(file, at: position, fileSize: size) {
            switch header.kind {
            case "moof":
                let payload = try FileBytes.read(file, at: position + header.length, count: Int(header.payloadSize))
                pending = MovieFragment(payload[...], at: position)
            case "mdat":
                for run in pending?.runs ?? [] {
                    tracks[run.trackID, default: SampleIndex()].append(run.samples, at: run.time, offset: run.offset)
                }
                pending = nil
                end = header.end(from: position)
            default:
                break
            }
            position = header.end(from: position)
        }
    }
}

/// The beginning of a box in a file (14496-12, 4.2.2).
struct BoxHeader {
    let kind: MovieBox.Kind
    /// Bytes of the header itself.
    let length: UInt64
    let payloadSize: UInt64

    /// Reads the header at a position; `nil` where there is no whole box.
    init?(_ file: Int32, at position: UInt64, fileSize: UInt64) throws(FileError) {
        guard position + 8 <= fileSize else { return nil }
        var reader = ByteReader(try FileBytes.read(file, at: position, count: Int(min(16, fileSize - position)))[...])
        guard var size = reader.unsigned(4), let kind = reader.unsigned(4) else { return nil }
        var length: UInt64 = 8
        if size == 1 {
            guard let large = reader.unsigned(8) else { return nil }
            (size, length) = (large, 16)
        }
        guard size >= length, size <= fileSize - position else { return nil }
        self.kind = MovieBox.Kind(rawValue: UInt32(kind))
        self.length = length
        payloadSize = size - length
    }

    func end(from position: UInt64) -> UInt64 { position + length + payloadSize }
}
