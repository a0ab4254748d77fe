/// Which texts of a file still hold in its export.
enum MetadataFilter {
    /// Said of the container or the program that wrote it, not of the film; the muxer writes its own.
    private static let ofContainer: Set<String> = ["major_brand", "minor_version", "compatible_brands", "encoder"]

    /// Statistics that Matroska's writers add, about packets and times that change.
    private static let ofStatistics: Set<String> = ["DURATION", "NUMBER_OF_FRAMES", "NUMBER_OF_BYTES", "BPS"]

    static func container(_ texts: [MetadataText]) -> [MetadataText] {
        texts.filter { !ofContainer.contains($0.key.lowercased()) && !isStatistic($0.key) }
    }

    static func track(_ texts: [MetadataText]) -> [MetadataText] {
        texts.filter { $0.key.lowercased() != "encoder" && !isStatistic($0.key) }
    }

    private static func isStatistic(_ key: String) -> Bool {
        let name = key.uppercased()
        return name.hasPrefix("_STATISTICS") || ofStatistics.contains { name == $0 || name.hasPrefix($0 + "-") }
    }
}
