internal import FFmpeg
internal import Files

/// Writes upon frames of one kind: texts that are always the same, and what is said of each frame.
struct FrameMarker: ~Copyable {
    /// Under this name a frame carries what is said of it: nothing of that is in the notation of libavfilter either.
    private static let key = "overcrank"

    private let graph: FilterGraph
    /// What libass reads the texts from: nothing of them is in the notation of libavfilter.
    private let script: NamelessFile?

    /// Not an initialiser: Swift 6.3 miscompiles throwing ones of noncopyable values.
    static func make(
        _ marks: FrameMarks,
        width: Int,
        height: Int,
        pixelFormat: PixelFormat,
        timeBase: TimeBase
    ) throws -> FrameMarker {
        let look = MarkLook(width: width, height: height)
        var filters: [String] = []
        var script: NamelessFile?
        if !marks.texts.isEmpty {
            let file = try NamelessFile(SubtitleScript(texts: marks.texts, look: look).script)
            filters.append("ass=filename=\(file.path):shaping=complex")
            script = file
        }
        if !marks.facts.isEmpty {
            filters.append(
                "drawtext=font='\(MarkLook.evenFont)':fontsize=\(look.size):fontcolor=white:box=1:boxcolor=black@0.56"
                    + ":boxborderw=\(look.border):x=w-tw-\(look.margin):y=h-th-\(look.margin)"
                    + ":text='%{metadata\\:\(key)}'"
            )
        }
        let graph = try FilterGraph(
            (filters + ["format=\(pixelFormat.name)"]).joined(separator: ","),
            input: .video(
                width: width,
                height: height,
                pixelFormat: pixelFormat,
                timeBase: timeBase,
                sampleAspectRatio: nil
            )
        )
        return FrameMarker(graph: graph, script: script)
    }

    private init(graph: consuming FilterGraph, script: NamelessFile?) {
        self.graph = graph
        self.script = script
    }

    /// Another frame that is written upon; `facts`: what is said of this one.
    func marked(_ frame: borrowing Frame, facts: String) throws -> Frame {
        let copy = try frame.reference()
        // To libass it is always the same instant.
        copy.pts = 0
        copy.metadata = [MetadataEntry(key: Self.key, value: facts)]
        guard let marked = try graph.apply(to: copy) else {
            throw ExportError(.fault, "a frame was lost under its text")
        }
        return marked
    }
}
