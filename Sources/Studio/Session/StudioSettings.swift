public import MediaTime
public import Presets

/// What a session is given at its beginning.
public struct StudioSettings: Sendable {
    /// Clips that are opened.
    public var clips: [String] = []
    /// How many images a second were taken, of clips that are numbered images; `nil` for what is assumed.
    public var captureRate: FrameRate?
    /// Folders that may be read.
    public var folders: [String] = []
    /// Where results go.
    public var outputFolder = "."
    /// What carries out command lines: this very program unless another is named.
    public var program = ExportProgram(path: "/proc/self/exe")
    /// Where what is to survive a crash is kept; `nil` for nowhere.
    public var stateFolder: String?
    /// Where presets are found, and saved in the first of its folders.
    public var presets = PresetLibrary(directories: [])

    /// Settings without clips.
    public init() {}
}
