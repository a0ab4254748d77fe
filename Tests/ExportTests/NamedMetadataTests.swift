import Export
import FFmpeg
import MediaFormats
import MediaTime
import TestSupport
import Testing

/// What a file is to say of itself, read from the file.
@Suite struct NamedMetadataTests {
    let scratch: ScratchDirectory

    init() throws { scratch = try ScratchDirectory() }

    private func clip() throws -> String {
        var clip = Clip("mkv", frames: 6, at: .fps(25))
        clip.audioTracks = [Clip.Audio("pcm_s16le", samples: 11_520)]
        clip.metadata = [
            MetadataEntry(key: "TITLE", value: "Of the clip"), MetadataEntry(key: "COMMENT", value: "Old"),
            MetadataEntry(key: "ARTIST", value: "Ada"),
        ]
        return try clip.write(to: scratch)
    }

    @Test(arguments: ["mp4", "m4a", "mov", "mkv", "mka", "webm", "flac", "ogg", "opus", "wav", "avi"])
    func `It stands in place of what the clip says`(container: String) throws {
        var retime = Retime()
        if container == "avi" { retime = Retime(to: .fps(25)) }
        if container == "avi" { retime.settings.video = VideoEncoding(codec: .mjpeg) }
        let isRIFF = ["wav", "avi"].contains(container)
        retime.settings.metadata = [
            MetadataItem(key: "title", value: "Draft"), MetadataItem(key: "title", value: "Impact; #2 = ä"),
            MetadataItem(key: "comment", value: ""),
        ]
        if !isRIFF { retime.settings.metadata.append(MetadataItem(key: "take", value: "7")) }
        let output = scratch.file("out.\(container)")
        try retime.run(clip(), to: output)
        let media = try MediaDescription(ofFile: output)
        let all = media.metadata + media.tracks.flatMap(\.metadata)
        func texts(_ key: String) -> [String] { all.filter { $0.key.lowercased() == key }.map(\.value) }
        #expect(texts("title") == ["Impact; #2 = ä"])
        #expect(texts("comment").isEmpty)
        #expect(texts("artist") == ["Ada"])
        #expect(texts("take") == (isRIFF ? [] : ["7"]))
    }

    @Test(arguments: [("wav", "take"), ("mp4", "encoder"), ("mov", "timecode"), ("mkv", "DURATION")])
    func `What the file would not say is refused`(container: String, key: String) throws {
        var retime = Retime()
        retime.settings.metadata = [MetadataItem(key: key, value: "x")]
        let target = try #require(Container(rawValue: container))
        let error = try #require(throws: ExportError.self) { try retime.plan(clip(), for: target) }
        #expect(error.code == .settings)
    }

    /// libavformat writes the place into a box of QuickTime's, and reads it under two keys.
    @Test(arguments: ["", "+10.0000+010.0000/"])
    func `A place that is named, or left out, is under none of the clip's keys`(place: String) throws {
        let key = "com.apple.quicktime.location.ISO6709"
        var clip = Clip("mov", frames: 6, at: .fps(25))
        clip.metadata = [MetadataEntry(key: "location", value: "+48.2082+016.3738/")]
        let path = try clip.write(to: scratch)
        let places = try MediaDescription(ofFile: path).metadata.filter { $0.key.hasPrefix("location") }
        #expect(!places.isEmpty)
        var retime = Retime()
        retime.settings.metadata = [MetadataItem(key: key, value: place)]
        for container in ["mov", "mp4", "mkv"] {
            let output = scratch.file("out.\(container)")
            try retime.run(path, to: output)
            let media = try MediaDescription(ofFile: output)
            let said = (media.metadata + media.tracks.flatMap(\.metadata)).filter {
                MetadataFact.place.isSaid(by: $0.key)
            }
            #expect(said.map(\.value) == [place].filter { !$0.isEmpty }, "\(container): \(said)")
        }
    }
}
