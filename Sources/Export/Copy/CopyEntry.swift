/// How a copied part begins.
enum CopyEntry {
    /// With the key frame at or before its first instant, and all that comes after it.
    case whole
    /// Without frames that are presented before its first instant.
    case alone
    /// So, behind frames of another encoder: a key frame says that what comes before it counts for nothing.
    case broken
}
