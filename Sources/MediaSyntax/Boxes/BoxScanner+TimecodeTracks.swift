extension BoxScanner {
    /// The tracks of timecode. One whose samples cannot be found is left out. A movie in fragments has none here: its tables are empty.
    ///
    /// - Complexity: O(number of their samples), each chunk of them a read.
    package func timecodeTracks() throws(Failure) -> [TimecodeTrack] {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) == nil else { return [] }
        let header: TimescaleBox? = try content(at: "mvhd", of: movie)
        let tracks = try boxes("trak", in: movie.content)
        var found: [TimecodeTrack] = []
        var left = Self.mostTimecodes
        for track in tracks where try handler(of: track) == "tmcd" {
            guard let own: TrackHeaderBox = try content(at: "tkhd", of: track),
                let media: TimescaleBox = try content(at: "mdia", "mdhd", of: track), media.timescale > 0,
                let entries: SampleDescriptionBox = try content(at: "mdia", "minf", "stbl", "stsd", of: track),
                let description = entries.entries.first.flatMap(TimecodeTrack.Description.init)
            else { continue }
            let samples = try timecodeSamples(of: track, atMost: left)
            if samples.isEmpty { continue }
            left -= samples.count
            let list: EditListBox? = try content(at: "edts", "elst", of: track)
            var counted: [UInt32] = []
            for other in tracks where try timecodes(countingFramesOf: other).contains(own.trackID) {
                guard let header: TrackHeaderBox = try content(at: "tkhd", of: other) else { continue }
                counted.append(header.trackID)
            }
            found.append(
                TimecodeTrack(
                    trackID: own.trackID,
                    counted: counted,
                    description: description,
                    timescale: media.timescale,
                    samples: samples,
                    edits: list.flatMap {
                        TrackEdits($0, movieTimescale: header?.timescale ?? 0, mediaTimescale: media.timescale)
                    }
                )
            )
        }
        return found
    }

    /// The numbers of the tracks of timecode that count the frames of another track (`tref`).
    ///
    /// - Parameter track: That one (`trak`).
    /// - Returns: They, in the order of the reference; empty where there are none.
    /// - Throws: What reading throws.
    package func timecodes(countingFramesOf track: LocatedBox) throws(Failure) -> [UInt32] {
        guard let place = try first("tref", "tmcd", in: track.content), let box = try read(place) else { return [] }
        var reader = ByteReader(box.payload)
        var numbers: [UInt32] = []
        while let number = reader.uint32() { numbers.append(number) }
        return numbers
    }

    private func timecodeSamples(
        of track: LocatedBox,
        atMost most: Int
    ) throws(Failure) -> [TimecodeTrack.Sample] {
        guard let steps: TimeToSampleBox = try content(at: "mdia", "minf", "stbl", "stts", of: track),
            let sizes: SampleSizeBox = try content(at: "mdia", "minf", "stbl", "stsz", of: track),
            let groups: SampleToChunkBox = try content(at: "mdia", "minf", "stbl", "stsc", of: track),
            let chunks = try chunkOffsets(of: track)
        else { return [] }
        let count = steps.runs.reduce(0) { $0 + Int($1.count) }
        guard sizes.holds(count, ofBytes: 4), count <= most else { return [] }
        let durations = steps.runs.flatMap { run in Array(repeating: Int64(run.value), count: Int(run.count)) }
        var (samples, start, group) = ([TimecodeTrack.Sample](), Int64(0), 0)
        for (chunk, offset) in zip(UInt32(1)..., chunks.offsets) {
            while group + 1 < groups.entries.count, groups.entries[group + 1].firstChunk <= chunk { group += 1 }
            guard group < groups.entries.count, offset < .max / 2 else { return [] }
            let length = min(Int(groups.entries[group].samplesPerChunk), count - samples.count)
            guard let bytes = try source.bytes(offset..<offset + UInt64(4 * length), limit: 4 * length) else {
                return []
            }
            var reader = ByteReader(bytes)
            while let value = reader.int32() {
                samples.append(TimecodeTrack.Sample(start: start, number: value))
                start += durations[samples.count - 1]
            }
        }
        return samples.count == count ? samples : []
    }

    private func chunkOffsets(of track: LocatedBox) throws(Failure) -> ChunkOffsetBox? {
        for type in ChunkOffsetBox.types {
            if let chunks: ChunkOffsetBox = try content(at: "mdia", "minf", "stbl", type, of: track) { return chunks }
        }
        return nil
    }

    /// Of all tracks together. A camera that writes one for each frame fills some hours with so many.
    private static var mostTimecodes: Int { 1 << 20 }
}
