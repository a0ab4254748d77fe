internal import Glibc
internal import Presets
internal import Programs

extension PresetLibrary {
    /// The presets of this very command and its user.
    static var own: PresetLibrary {
        PresetLibrary(
            executable: executable,
            configurationHome: Environment.value("XDG_CONFIG_HOME"),
            home: Environment.value("HOME")
        )
    }

    /// The command's own path, without links; empty where the system does not tell.
    private static var executable: String {
        var bytes = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = unsafe readlink("/proc/self/exe", &bytes, Int(PATH_MAX))
        return String(decoding: bytes.prefix(max(0, count)).map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
}
