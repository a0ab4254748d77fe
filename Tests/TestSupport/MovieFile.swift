/// Changes the bytes of an MP4 or MOV where libav's muxer has no option for it.
package enum MovieFile {
    /// Turns the video of the first track clockwise for display by a quarter turn, in its header (`tkhd`, ISO/IEC
    /// 14496-12, 8.3.2).
    package static func rotateByQuarterTurn(_ bytes: inout [UInt8]) throws {
        guard let type = firstIndex(of: Array("tkhd".utf8), in: bytes) else { throw ClipError("no track header") }
        // The matrix stands behind the times, whose length the version says.
        let matrix = type + 4 + (bytes[type + 4] == 1 ? 52 : 40)
        let one: [UInt8] = [0, 1, 0, 0]
        let minusOne: [UInt8] = [0xFF, 0xFF, 0, 0]
        let zero: [UInt8] = [0, 0, 0, 0]
        bytes.replaceSubrange(matrix..<matrix + 20, with: zero + one + zero + minusOne + zero)
    }

    /// Says how long the first track is, in its ticks (`mdhd`, ISO/IEC 14496-12, 8.4.2; version 0).
    package static func setMediaDuration(of bytes: inout [UInt8], to ticks: UInt32) throws {
        guard let type = firstIndex(of: Array("mdhd".utf8), in: bytes), bytes[type + 4] == 0 else {
            throw ClipError("no media header of version 0")
        }
        let word = [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: ticks >> $0) }
        bytes.replaceSubrange(type + 20..<type + 24, with: word)
    }

    /// Replaces the entries of a track's edit list (ISO/IEC 14496-12, 8.6.6; version 0): the duration in ticks of the movie,
    /// where it begins in ticks of the track, and the rate. The index has to stand behind the media, which it does by default.
    package static func setEdits(
        of bytes: inout [UInt8],
        track: Int = 0,
        to entries: [(duration: UInt32, mediaTime: Int32, rate: UInt32)]
    ) throws {
        let table = entries.flatMap { word($0.duration) + word(UInt32(bitPattern: $0.mediaTime)) + word($0.rate) }
        try replace("elst", in: ["moov", "trak", "edts"], track: track, of: &bytes) { _ in
            word(0) + word(UInt32(entries.count)) + table
        }
    }

    /// Gives a track of timecode other samples: how long each lasts, in ticks of the track, and the number that it counts from. The index has to
    /// stand behind the media.
    package static func setTimecodes(
        of bytes: inout [UInt8],
        track: Int,
        to samples: [(ticks: UInt32, number: UInt32)]
    ) throws {
        let table = ["moov", "trak", "mdia", "minf", "stbl"]
        let count = word(UInt32(samples.count))
        try replace("stts", in: table, track: track, of: &bytes) { _ in
            word(0) + count + samples.flatMap { word(1) + word($0.ticks) }
        }
        try replace("stsz", in: table, track: track, of: &bytes) { _ in word(0) + word(4) + count }
        try replace("stsc", in: table, track: track, of: &bytes) { _ in word(0) + word(1) + word(1) + count + word(1) }
        // The numbers stand behind the index.
        let start = UInt32(bytes.count + 8)
        try replace("stco", in: table, track: track, of: &bytes) { _ in word(0) + word(1) + word(start) }
        bytes += word(UInt32(8 + 4 * samples.count)) + "mdat".utf8 + samples.flatMap { word($0.number) }
    }

    /// Describes the samples of the first track twice, in the same words but for a four-character code that is named, and has all but its first
    /// chunk use the second description (ISO/IEC 14496-12, 8.5.2 and 8.7.4). The index has to stand behind the media.
    package static func describeTwice(_ bytes: inout [UInt8], as code: String? = nil) throws {
        let table = ["moov", "trak", "mdia", "minf", "stbl"]
        try replace("stsd", in: table, of: &bytes) { descriptions in
            var second = Array(descriptions[8...])
            if let code { second.replaceSubrange(4..<8, with: code.utf8) }
            return descriptions[..<4] + word(2) + descriptions[8...] + second
        }
        try replace("stsc", in: table, of: &bytes) { chunks in
            let first = chunks[8..<20]
            var others = Array(chunks[8...])
            for entry in stride(from: 0, to: others.count, by: 12) {
                others.replaceSubrange(entry + 8..<entry + 12, with: word(2))
            }
            // What was said of the first chunk is said of the second, unless that has an entry of its own.
            if others.count < 24 || number(at: 12, in: others) != 2 {
                others.replaceSubrange(0..<4, with: word(2))
            } else {
                others.removeFirst(12)
            }
            return Array(chunks[..<4]) + word(UInt32(1 + others.count / 12)) + first + others
        }
    }

    /// Says how many ticks there are from each sample of the first track to the next that is decoded: so many samples each so many
    /// (`stts`, ISO/IEC 14496-12, 8.6.1.2). The index has to stand behind the media.
    package static func setDecodingIntervals(of bytes: inout [UInt8], to runs: [(samples: UInt32, ticks: UInt32)])
        throws
    {
        try replace("stts", in: ["moov", "trak", "mdia", "minf", "stbl"], of: &bytes) { _ in
            word(0) + word(UInt32(runs.count)) + runs.flatMap { word($0.samples) + word($0.ticks) }
        }
    }

    /// How many ticks there are from the first sample of the first track to the second.
    package static func decodingInterval(in bytes: [UInt8]) throws -> UInt32 {
        guard let type = firstIndex(of: Array("stts".utf8), in: bytes) else {
            throw ClipError("no stts")
        }
        return number(at: type + 16, in: bytes)
    }

    /// Says that a fragment, counted from 0, is decoded so many ticks earlier (`tfdt`, ISO/IEC 14496-12, 8.8.12; version 1), where each is of one
    /// track.
    package static func advanceFragment(_ number: Int, of bytes: inout [UInt8], by ticks: UInt64) throws {
        try setFragment(number, of: &bytes) { $0 - ticks }
    }

    /// The same, from when on it is decoded, in ticks.
    package static func setFragment(_ number: Int, of bytes: inout [UInt8], _ time: (UInt64) -> UInt64) throws {
        let places = bytes.indices.dropLast(16).filter {
            bytes[$0] == 0x74 && bytes[$0..<$0 + 4].elementsEqual("tfdt".utf8)
        }
        guard places.indices.contains(number), bytes[places[number] + 4] == 1 else {
            throw ClipError("no such fragment of version 1")
        }
        let place = places[number] + 8
        let time = time(bytes[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) })
        bytes.replaceSubrange(place..<place + 8, with: (0..<8).map { UInt8(truncatingIfNeeded: time >> (56 - 8 * $0)) })
    }

    /// Gives the first box of a name in a track other content, and the boxes around it their new sizes. The path begins with the movie.
    private static func replace(
        _ name: String,
        in path: [String],
        track: Int = 0,
        of bytes: inout [UInt8],
        _ change: ([UInt8]) -> [UInt8]
    ) throws {
        var start = 0
        for _ in 0...track {
            guard let next = firstIndex(of: Array("trak".utf8), in: bytes, from: start + 1) else {
                throw ClipError("no track \(track)")
            }
            start = next
        }
        guard let type = firstIndex(of: Array(name.utf8), in: bytes, from: start) else { throw ClipError("no \(name)") }
        let end = type - 4 + Int(number(at: type - 4, in: bytes))
        let content = change(Array(bytes[type + 4..<end]))
        let growth = UInt32(bitPattern: Int32(content.count - (end - type - 4)))
        for box in path + [name] {
            let from = box == path[0] ? 0 : start
            guard let place = firstIndex(of: Array(box.utf8), in: bytes, from: from) else {
                throw ClipError("no \(box)")
            }
            bytes.replaceSubrange(place - 4..<place, with: word(number(at: place - 4, in: bytes) &+ growth))
        }
        bytes.replaceSubrange(type + 4..<end, with: content)
    }

    private static func word(_ number: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }

    private static func number(at place: Int, in bytes: [UInt8]) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// How many ticks of the movie are a second (`mvhd`, version 0).
    package static func timescale(of bytes: [UInt8]) throws -> UInt32 {
        guard let type = firstIndex(of: Array("mvhd".utf8), in: bytes), bytes[type + 4] == 0 else {
            throw ClipError("no movie header of version 0")
        }
        return bytes[type + 16..<type + 20].reduce(0) { $0 << 8 | UInt32($1) }
    }

    /// Inverts bytes in the middle of a stretch: what a bad sector does.
    package static func damage(_ bytes: inout [UInt8], at position: Int64, count: Int) {
        for index in Int(position)..<min(Int(position) + count, bytes.count) { bytes[index] ^= 0xFF }
    }

    private static func firstIndex(of pattern: [UInt8], in bytes: [UInt8], from start: Int = 0) -> Int? {
        bytes.indices.dropLast(pattern.count).dropFirst(start).first {
            bytes[$0] == pattern[0] && bytes[$0..<$0 + 4].elementsEqual(pattern)
        }
    }
}
