internal import MediaFormats
internal import MediaTime

/// Chooses the metadata of a file that is still true of its export.
enum MetadataFilter {
    /// Keys about the container or the program that wrote it. The muxer writes its own.
    private static let ofContainer: Set<String> = ["major_brand", "minor_version", "compatible_brands", "encoder"]

    /// Statistics that Matroska's writers add. Packets and times change, so they are no longer true.
    private static let ofStatistics: Set<String> = ["DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "BPS"]

    /// What a recorder says of a file's instants, and of the series that the file itself belongs to.
    private static let ofRecording = [
        "overcrank.start.", "overcrank.offset", "overcrank.control.changes", "overcrank.series",
    ]

    /// Whether somebody may set a key: what the muxer writes by itself, and the timecode, are no words about the file.
    static func isSettable(_ key: String) -> Bool {
        !ofContainer.contains(key.lowercased()) && !isStatistic(key) && key.lowercased() != StartTimecode.key
    }

    static func container(_ texts: [MetadataItem]) -> [MetadataItem] {
        texts.filter { text in
            !ofContainer.contains(text.key.lowercased()) && !isStatistic(text.key)
                && !ofRecording.contains { text.key.lowercased().hasPrefix($0) }
        }
    }

    static func track(_ texts: [MetadataItem], in container: Container) -> [MetadataItem] {
        texts.filter { $0.key.lowercased() != "encoder" && !isStatistic($0.key) }.map { text in
            guard container == .mov, text.key == "language" else { return text }
            return MetadataItem(key: text.key, value: bibliographic[text.value] ?? text.value)
        }
    }

    /// Without what says that a track has its transparency beside its frames: the muxers of Matroska believe it.
    static func opaque(_ texts: [MetadataItem]) -> [MetadataItem] {
        texts.filter { $0.key.lowercased() != "alpha_mode" }
    }

    /// QuickTime numbers its languages, and libavformat finds the numbers by these of ISO 639-2's two sets of codes;
    /// MP4 spells any code out.
    private static let bibliographic = [
        "deu": "ger", "nld": "dut", "ell": "gre", "isl": "ice", "zho": "chi", "fas": "per", "sqi": "alb",
        "mkd": "mac", "hye": "arm", "kat": "geo", "bod": "tib", "mya": "bur", "msa": "may", "fre": "fra",
        "swe": "sve", "cze": "ces", "rum": "ron", "slo": "slk",
    ]

    private static func isStatistic(_ key: String) -> Bool {
        let name = key.uppercased()
        return name.hasPrefix("_STATISTICS") || ofStatistics.contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}

extension [MetadataItem] {
    /// The items, with others in place of those that say the same, whatever their keys are called; of several of one key the last one
    /// counts, and one without a value leaves its fact out.
    func replaced(by others: [MetadataItem]) -> [MetadataItem] {
        let facts = Set(others.map { MetadataFact(ofKey: $0.key) })
        var latest: [MetadataItem] = []
        for item in others {
            latest.removeAll { $0.key.lowercased() == item.key.lowercased() }
            latest.append(item)
        }
        return filter { item in !facts.contains { $0.isSaid(by: item.key) } } + latest.filter { !$0.value.isEmpty }
    }
}

extension ExportPlanner {
    /// What is still true of a track. Cameras state the place of tracks, too, so that where it is named, or left out, none of the clip's
    /// stays.
    func metadata(of track: MediaTrack) -> [MetadataItem] {
        let metadata = MetadataFilter.track(track.metadata, in: container)
        return namesPlace ? metadata.filter { !MetadataFact.place.isSaid(by: $0.key) } : metadata
    }

    /// Whether it is named, or left out, where the clip was filmed.
    private var namesPlace: Bool { settings.metadata.contains { MetadataFact.place.isSaid(by: $0.key) } }

    /// Why a track goes against what is said of the place; `nil` where it does not. What cameras measure while they film (GoPro's
    /// telemetry) has where they are, packet by packet.
    func placeObstacle(_ track: MediaTrack) -> String? {
        guard track.kind == .data, namesPlace, container.canCopy(track) else { return nil }
        return "it may say otherwise where the clip was filmed, which is named or left out"
    }

    /// Whether the first clip's XMP goes along. It is one text, in which nothing is replaced: where it may say what is named otherwise, or
    /// is to be left out, all of it is.
    var keepsXMP: Bool { input.hasXMP && container.traits.hasEditLists && namedFactsOfXMP.isEmpty }

    /// That it does not, or that what it says of times does not follow.
    var xmpWarning: String? {
        if keepsXMP, input.hasTimesInXMP, changesTimes {
            return
                "the XMP of \(input.path), in which editors and catalogues describe a clip, goes along as it is: what it says of its length, of "
                + "marks in it and of its timecode is that of the clip"
        }
        guard input.hasXMP, container.traits.hasEditLists, !namedFactsOfXMP.isEmpty else { return nil }
        let keys = namedFactsOfXMP.map { "'\($0)'" }.joined(separator: ", ")
        return
            "the XMP of \(input.path), in which editors and catalogues describe a clip, is left out: it may say otherwise what is named "
            + "(\(keys))"
    }

    /// Whether the result plays another part than all of the first clip, or not at its own times.
    private var changesTimes: Bool {
        inputs.count > 1
            || parts.joined().contains { part in
                [.video, .audio].contains(part.source.kind)
                    && (part.segments.count != 1
                        || part.segments.contains { segment in
                            segment.rate != .normal || segment.source != segment.target
                                || segment.source != part.source.range
                        })
            }
    }

    private var namedFactsOfXMP: [String] {
        settings.metadata.map(\.key).filter { MetadataFact(ofKey: $0).isInXMP }
    }

    /// Refuses metadata that the file would not say.
    func checkMetadata() throws(ExportError) {
        for item in settings.metadata {
            guard MetadataFilter.isSettable(item.key) else {
                throw ExportError(.settings, "'\(item.key)' is not to be set: the file says it by itself")
            }
            guard let named = container.traits.metadataKeys, !item.value.isEmpty,
                !named.contains(item.key.lowercased())
            else { continue }
            throw ExportError(
                .settings,
                "\(container.rawValue) has no place for '\(item.key)': it knows \(named.sorted().joined(separator: ", "))"
            )
        }
    }
}
