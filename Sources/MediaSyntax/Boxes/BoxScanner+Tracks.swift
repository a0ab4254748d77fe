/// What a movie says of one of its tracks.
package struct TrackBoxes: Hashable, Sendable {
    /// Counted from 1.
    package let trackID: UInt32
    /// What kind of track it is (`hdlr`): `vide`, `soun`, `auxv` for video that belongs to another track.
    package let handler: BoxType?
    package let samples: SampleDescriptionBox
    /// The four-character codes of the descriptions that its samples use, in their order; in a fragmented movie, where each fragment says
    /// it, of all.
    package let codes: [BoxType]
    /// How long the samples last by the steps from each to the next, in ticks of the track, where its header does not say it, or says less
    /// of audio; `nil` elsewhere, and in a fragmented movie.
    package let understatedDuration: UInt64?
    /// `nil` where there is no edit list, and in a fragmented movie, whose list was written before its length was known.
    package let edits: TrackEdits?
    /// What people call it (`udta/name`, or as iTunes has it `udta/meta/ilst/©nam`); `nil` where nobody has named it.
    package let title: String?
    /// Whether players present it where nobody chooses another one.
    package let isEnabled: Bool
    /// The number of the tracks of which players present one; 0 where it is no choice between tracks.
    package let group: UInt16
    /// What it says of itself under keys of any name (`meta`), in the order of the file.
    package let keys: [MovieKeysBox.Item]
    /// A speed other than 1 at which the edit list plays a part of the track (``EditListBox/otherRate``); `nil` where there is none.
    package let otherRate: Double?
}

extension BoxScanner {
    /// The tracks of a movie, in the order of the file. One whose samples are not described is left out.
    package func tracks() throws(Failure) -> [TrackBoxes] {
        guard let movie = try first("moov") else { return [] }
        var movieTimescale: UInt32 = 0
        let isFragmented = try first("mvex", in: movie.content) != nil
        if !isFragmented, let place = try first("mvhd", in: movie.content),
            let header: TimescaleBox = try content(of: place)
        {
            movieTimescale = header.timescale
        }
        var found: [TrackBoxes] = []
        for track in try boxes("trak", in: movie.content) {
            guard let place = try first("tkhd", in: track.content),
                let header: TrackHeaderBox = try content(of: place),
                let table = try first("mdia", "minf", "stbl", "stsd", in: track.content),
                let samples: SampleDescriptionBox = try content(of: table)
            else { continue }
            let list = try editList(of: track)
            let mediaHeader: TimescaleBox? = try first("mdia", "mdhd", in: track.content).flatMap {
                place throws(Failure) in try content(of: place)
            }
            let handler = try handler(of: track)
            let understated =
                isFragmented ? nil : try understatedDuration(of: track, handler, stated: mediaHeader?.duration)
            let used = isFragmented ? nil : try usedDescriptions(of: track)
            found.append(
                TrackBoxes(
                    trackID: header.trackID,
                    handler: handler,
                    samples: samples,
                    codes: zip(1..., samples.entries).filter { used?.contains($0.0) ?? true }.map(\.1.type),
                    understatedDuration: understated,
                    edits: list.flatMap {
                        TrackEdits(
                            $0,
                            movieTimescale: movieTimescale,
                            mediaTimescale: mediaHeader?.timescale,
                            mediaDuration: understated ?? mediaHeader?.duration
                        )
                    },
                    title: try title(of: track),
                    isEnabled: header.isEnabled,
                    group: header.group,
                    keys: try keys(of: track),
                    otherRate: list?.otherRate
                )
            )
        }
        return found
    }

    /// How long the samples of a track last, in its ticks, where its header states no duration, or one of audio that is shorter by more than a
    /// sample; `nil` elsewhere, and where they last longer than 64 bits hold.
    private func understatedDuration(
        of track: LocatedBox,
        _ handler: BoxType?,
        stated: UInt64?
    ) throws(Failure) -> UInt64? {
        // All ones, of 32 bits or 64, say that it was not known (ISO/IEC 14496-12, 8.4.2.3).
        let stated = stated.flatMap { $0 == UInt64(UInt32.max) || $0 == .max ? nil : $0 }
        guard stated == nil || handler == "soun",
            let place = try first("mdia", "minf", "stbl", "stts", in: track.content),
            let steps: TimeToSampleBox = try content(of: place)
        else { return nil }
        var sum: UInt64 = 0
        for run in steps.runs {
            let (next, overflows) = sum.addingReportingOverflow(UInt64(run.count) * UInt64(run.value))
            if overflows { return nil }
            sum = next
        }
        guard let stated else { return sum }
        let longest = UInt64(steps.runs.lazy.map(\.value).max() ?? 0)
        return sum > longest && stated < sum - longest ? sum : nil
    }

    /// The sample descriptions that the chunks of a track use, by their numbers, counted from 1; `nil` where nothing says it.
    private func usedDescriptions(of track: LocatedBox) throws(Failure) -> Set<Int>? {
        guard let place = try first("mdia", "minf", "stbl", "stsc", in: track.content),
            let chunks: SampleToChunkBox = try content(of: place)
        else { return nil }
        return Set(chunks.entries.map { Int($0.description) })
    }

    private func title(of track: LocatedBox) throws(Failure) -> String? {
        if let place = try first("udta", "name", in: track.content), let text = try text(in: place.content) {
            return text
        }
        guard let items = try first("udta", "meta", in: track.content)?.content else { return nil }
        // ISO/IEC 14496-12 has a version and flags in front, and QuickTime has not.
        let places = items.count > 4 ? [items.lowerBound + 4..<items.upperBound, items] : []
        for place in places {
            guard let data = try first("ilst", Self.named, "data", in: place), data.content.count > 8 else { continue }
            // Behind the type of the value and a locale.
            return try text(in: data.content.lowerBound + 8..<data.content.upperBound)
        }
        return nil
    }

    /// `©nam`.
    private static var named: BoxType { BoxType(rawValue: 0xA96E_616D) }

    /// A text of at most 64 KiB, which some writers end by a zero; `nil` where it is empty.
    private func text(in range: Range<UInt64>) throws(Failure) -> String? {
        guard let bytes = try source.bytes(range, limit: 1 << 16) else { return nil }
        let text = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        return text.isEmpty ? nil : text
    }

    private func editList(of track: LocatedBox) throws(Failure) -> EditListBox? {
        guard let place = try first("edts", "elst", in: track.content) else { return nil }
        return try content(of: place)
    }

    /// The first track of a movie in fragments that has no number which a fragment could name, counted from 0 in the order of
    /// the file; `nil` where there is none. For libavformat a number has 31 bits, and every version but 1 is 0.
    package func unnumberedTrack() throws(Failure) -> Int? {
        guard let movie = try first("moov"), try first("mvex", in: movie.content) != nil else { return nil }
        for (index, track) in try boxes("trak", in: movie.content).enumerated() where try number(of: track) == nil {
            return index
        }
        return nil
    }

    private func number(of track: LocatedBox) throws(Failure) -> UInt32? {
        guard let header = try first("tkhd", in: track.content), let box = try read(header) else { return nil }
        var reader = ByteReader(box.payload)
        // Version and flags, and two times of 64 or 32 bits.
        guard let version = reader.uint8(), reader.bytes(version == 1 ? 19 : 11) != nil else { return nil }
        return reader.uint32().flatMap { $0 > Int32.max ? nil : $0 }
    }

    /// What kind of track it is; `nil` where it does not say.
    package func handler(of track: LocatedBox) throws(Failure) -> BoxType? {
        guard let place = try first("mdia", "hdlr", in: track.content), let box: HandlerBox = try content(of: place)
        else { return nil }
        return box.handler
    }
}
