internal import MediaSyntax

/// One fragment's description of its samples: the box `moof` (ISO/IEC 14496-12, 8.8.4).
struct MovieFragment {
    /// The samples of one track that lie one after the other.
    struct Run {
        let trackID: UInt32
        /// The decoding time of the first one, in ticks of the track.
        let time: UInt64
        /// Bytes from the beginning of the file.
        let offset: UInt64
        let samples: [FragmentSample]
    }

    let runs: [Run]

    /// A fragment of ours has some thousands of samples. A number alone can claim four thousand million.
    private static let sampleLimit: UInt32 = 1 << 20

    /// Reads a `moof` that begins so many bytes after the beginning of the file; `nil` where it is not one that we
    /// write: offsets count from the `moof`, and every run has a time.
    init?(_ moof: MovieBox, at position: UInt64) {
        var runs: [Run] = []
        for track in moof.children where track.type == "traf" {
            guard let header: TrackFragmentHeaderBox = track.child(), header.countsFromFragment,
                header.baseDataOffset == nil, var time = track.child(TrackFragmentTimeBox.self)?.time
            else { return nil }
            for box in track.children where box.type == "trun" {
                guard let run: TrackRunBox = box.content(), let offset = run.dataOffset,
                    let start = UInt64(exactly: Int128(position) + Int128(offset)),
                    let samples = Self.samples(of: run, header)
                else { return nil }
                runs.append(Run(trackID: header.trackID, time: time, offset: start, samples: samples))
                for sample in samples { time &+= UInt64(sample.duration) }
            }
        }
        self.runs = runs
    }

    private static func samples(of run: TrackRunBox, _ header: TrackFragmentHeaderBox) -> [FragmentSample]? {
        guard run.sampleCount <= sampleLimit else { return nil }
        return (0..<Int(run.sampleCount)).map { index in
            let own = run.fields.isEmpty ? TrackRunBox.Sample() : run.samples[index]
            let usualFlags = run.fields.contains(.flags) ? own.flags : header.sampleFlags ?? 0
            let flags = index == 0 ? run.firstSampleFlags ?? usualFlags : usualFlags
            return FragmentSample(
                duration: run.fields.contains(.duration) ? own.duration : header.duration ?? 0,
                size: run.fields.contains(.size) ? own.size : header.size ?? 0,
                compositionOffset: own.compositionOffset,
                isKey: flags & TrackRunBox.isNonSync == 0
            )
        }
    }
}
