/// One fragment's description of its samples: the box `moof` (ISO/IEC 14496-12, 8.8.4).
struct MovieFragment {
    /// The samples of one track that lie one after the other.
    struct Run {
        let trackID: UInt32
        /// The decoding time of the first one.
        let time: UInt64
        /// Bytes from the beginning of the file.
        let offset: UInt64
        let samples: [FragmentSample]
    }

    let runs: [Run]

    /// Reads the payload of a `moof` that begins so many bytes after the beginning of the file; `nil` where it is not
    /// one that we write: offsets count from the `moof`, and every run has a time.
    init?(_ payload: ArraySlice<UInt8>, at position: UInt64) {
        var runs: [Run] = []
        for track in MovieBox.list(in: payload) where track.kind == "traf" {
            guard let header = track.child("tfhd").flatMap(TrackFragmentHeader.init),
                var time = track.child("tfdt").flatMap(Self.decodeTime)
            else { return nil }
            for box in track.children where box.kind == "trun" {
                guard let (offset, samples) = Self.samples(of: box, header) else { return nil }
                runs.append(
                    Run(
                        trackID: header.trackID,
                        time: time,
                        offset: UInt64(Int64(position) + offset),
                        samples: samples
                    )
                )
                time += samples.reduce(0) { $0 + UInt64($1.duration) }
            }
        }
        self.runs = runs
    }

    private static func decodeTime(_ box: MovieBox) -> UInt64? {
        var reader = ByteReader(box.payload)
        guard let word = reader.unsigned(4) else { return nil }
        return reader.unsigned(word >> 24 == 1 ? 8 : 4)
    }

    private static func samples(of box: MovieBox, _ header: TrackFragmentHeader) -> (Int64, [FragmentSample])? {
        var reader = ByteReader(box.payload)
        guard let word = reader.unsigned(4), let count = reader.unsigned(4) else { return nil }
        let flags = word & 0xFF_FFFF
        func has(_ flag: UInt64) -> Bool { flags & flag != 0 }
        // data-offset-present
        guard has(0x1), let rawOffset = reader.unsigned(4) else { return nil }
        let offset = Int64(Int32(truncatingIfNeeded: rawOffset))
        var firstFlags: UInt64?
        if has(0x4) { firstFlags = reader.unsigned(4) }
        var samples: [FragmentSample] = []
        samples.reserveCapacity(Int(min(count, UInt64(box.payload.count))))
        for index in 0..<count {
            guard let duration = has(0x100) ? reader.unsigned(4) : UInt64(header.duration),
                let size = has(0x200) ? reader.unsigned(4) : UInt64(header.size),
                let own = has(0x400) ? reader.unsigned(4) : UInt64(header.flags),
                let composition = has(0x800) ? reader.unsigned(4) : 0
            else { return nil }
            let sampleFlags = index == 0 ? firstFlags ?? own : own
            samples.append(
                FragmentSample(
                    duration: UInt32(duration),
                    size: UInt32(size),
                    compositionOffset: Int32(truncatingIfNeeded: composition),
                    // sample_is_non_sync_sample (8.8.3.1)
                    isKey: sampleFlags & 0x1_0000 == 0
                )
            )
        }
        return (offset, samples)
    }
}

/// What is said once for all samples of a fragment (14496-12, 8.8.7).
private struct TrackFragmentHeader {
    let trackID: UInt32
    var duration: UInt32 = 0
    var size: UInt32 = 0
    var flags: UInt32 = 0

    init?(_ box: MovieBox) {
        var reader = ByteReader(box.payload)
        guard let word = reader.unsigned(4), let track = reader.unsigned(4) else { return nil }
        // default-base-is-moof, and no base-data-offset
        guard word & 0x2_0000 != 0, word & 0x1 == 0 else { return nil }
        trackID = UInt32(track)
        if word & 0x2 != 0 { _ = reader.unsigned(4) }
        if word & 0x8 != 0 { duration = UInt32(reader.unsigned(4) ?? 0) }
        if word & 0x10 != 0 { size = UInt32(reader.unsigned(4) ?? 0) }
        if word & 0x20 != 0 { flags = UInt32(reader.unsigned(4) ?? 0) }
    }
}
