internal import MediaFormats

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
